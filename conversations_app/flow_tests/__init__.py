"""Stored conversations run as tests: on the real dialogue and checkpointer, with pretended actions."""

from conversations_app.flow_tests.bots import BotUnderTest, bot_of_drafts, bot_of_versions
from conversations_app.flow_tests.flows import FlowsInMemory
from conversations_app.flow_tests.rehearsal import Rehearsal, RehearsedTurn
from conversations_app.flow_tests.running import run_script
from conversations_app.flow_tests.stored_tests import StoredTests, run_test

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
