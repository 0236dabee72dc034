"""Whole conversations with the demo bank, in both languages, with what is to be understood written beside each message.

Those in `conversations/` are as people type; `test_understanding` runs them without the commands. Those in `flows/` are
about the flows: every way through them, and every failure.
"""

import pytest

from tests.conversations.loading import StoredConversation, UnreadableFile
from tests.demo_bank.rehearsing import run_at_the_bank, stored_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]

ALL = [*stored_in("conversations"), *stored_in("flows")]


@pytest.mark.parametrize("stored", [pytest.param(stored, id=stored.name) for stored in ALL])
def test_conversation(stored: StoredConversation | UnreadableFile) -> None:
    if problems := run_at_the_bank(stored.script()):
        pytest.fail("\n".join(problems), pytrace=False)
