"""Stored conversations run as tests: on the real dialogue and checkpointer, with pretended actions."""

from conversations_app.scripts.bots import BotUnderTest, bot_of_drafts, bot_of_versions
from conversations_app.scripts.flows import FlowsInMemory
from conversations_app.scripts.rehearsal import Rehearsal, RehearsedTurn
from conversations_app.scripts.running import run_script
from conversations_app.scripts.stored_tests import StoredTests, run_test

__all__ = [
    "BotUnderTest",
    "FlowsInMemory",
    "Rehearsal",
    "RehearsedTurn",
    "StoredTests",
    "bot_of_drafts",
    "bot_of_versions",
    "run_script",
    "run_test",
]
