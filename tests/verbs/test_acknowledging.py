"""A message that is to be acknowledged and offers nothing: clients show a button of their own under it."""

import pytest

from conversations_app.delivery import public_message
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TO_READ = [
    {"name": "rules", "type": "say", "message": "No dogs, please.", "wait_for_ack": True},
    {"name": "done", "type": "say", "message": "Thank you."},
]


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot(TO_READ, slots=()))
    assert talk.say("hi") == ["No dogs, please."]
    return talk


def test_the_open_question_names_the_message(talk: Talk) -> None:
    assert talk.conversation.pending == {"type": "inform", "prompt": "No dogs, please.", "wait_for_ack": True, "seq": 2}


@pytest.mark.parametrize("value", ["OK", "De acuerdo", True, 1])
def test_any_press_says_that_it_has_been_read(talk: Talk, value: object) -> None:
    assert talk.press(value, reply_to=2) == ["Thank you."]
    assert talk.conversation.status == "open"


def test_the_transcript_shows_what_the_button_said(talk: Talk) -> None:
    talk.press("OK", reply_to=2)

    assert talk.transcript == ["user: hi", "bot: No dogs, please.", "user: OK", "bot: Thank you."]


def test_once_read_it_is_no_longer_on_offer(talk: Talk) -> None:
    talk.press("OK", reply_to=2)

    assert talk.press("OK", reply_to=2) == ["That choice is no longer on offer."]


def test_a_press_under_another_message_acknowledges_nothing(talk: Talk) -> None:
    """The one that was shown before a detour is not the one that is open now."""
    talk.say(commands=[{"type": "chitchat"}])
    newest = talk.conversation.messages.filter(role="bot").last()
    assert newest is not None
    assert public_message(newest)["text"] == "No dogs, please."

    assert talk.press("OK", reply_to=2)[0] == "That choice is no longer on offer."
    assert talk.conversation.status == "waiting"
    again = talk.conversation.messages.filter(role="bot").last()
    assert again is not None
    assert talk.press("OK", reply_to=again.seq) == ["Thank you."]


def test_typing_it_works_too(talk: Talk) -> None:
    assert talk.say("ok") == ["Thank you."]
