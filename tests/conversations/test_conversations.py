"""Whole conversations, each of them a rule of the dialogue: what the user says, and what must come of it."""

from pathlib import Path

import pytest

from conversations_app.flow_tests import run_script
from conversations_app.models import Checkpoint
from flows_app.exchange import import_bot, publish_imported, read_bot
from tests.conversations.loading import BOTS, StoredConversation, UnreadableFile, bot_under_test, conversations

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("stored", [pytest.param(stored, id=stored.name) for stored in conversations()])
def test_conversation(stored: StoredConversation | UnreadableFile) -> None:
    problems = run_script(stored.script(), bot_under_test(stored.bot))

    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
    assert not Checkpoint.objects.exists()


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_a_bot_of_these_conversations_could_be_published(path: Path) -> None:
    reading = read_bot(path)

    published = publish_imported(import_bot(reading), reading)

    assert not published.refused
    assert len(published.versions) == len(reading.definition.flows)
