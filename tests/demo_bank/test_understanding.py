"""The conversations as people type, understood by the embedded provider: nobody tells it what is meant."""

import pytest

from tests.conversations.loading import StoredConversation, UnreadableFile
from tests.demo_bank.rehearsing import run_at_the_bank, stored_in, without_commands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]


@pytest.mark.parametrize("stored", [pytest.param(stored, id=stored.name) for stored in stored_in("conversations")])
def test_conversation_as_it_is_typed(stored: StoredConversation | UnreadableFile) -> None:
    if problems := run_at_the_bank(without_commands(stored.script())):
        pytest.fail("\n".join(problems), pytrace=False)
