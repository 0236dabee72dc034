"""A turn that has failed for good, tried again by a person."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from conversations_app.models import Conversation, Message, Turn
from conversations_app.turn import running
from conversations_app.turn.running import run_turns
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import RetryRefused
from conversations_app.verbs.retrying import retry_turn
from flows_app.models import AuditEntry, Bot
from flows_app.rights import RightMissing
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.pizzeria import make_pizzeria
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

APOLOGY = "Sorry, something went wrong on our side. Please try again."


def failing() -> Any:
    return patch.object(running, "close_turn", side_effect=OSError("the disk is full"))


def fail(talk: Talk, text: str = "Ana", **more: Any) -> None:
    with failing():
        assert talk.say(text, **more)[-1] == APOLOGY


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot())
    talk.say("hi")
    return talk


def retry(talk: Talk, **more: Any) -> list[str]:
    message = retry_turn(talk.conversation, **more)
    run_turns(talk.id)
    return [reply.text for reply in message.replies()]


def refusal_of(talk: Talk) -> str:
    before = talk.transcript
    with pytest.raises(RetryRefused) as refused:
        retry_turn(talk.conversation)
    assert talk.transcript == before
    return refused.value.code


def test_what_was_said_is_posted_once_more_and_answered(talk: Talk) -> None:
    fail(talk)
    failed = Turn.objects.get(status="failed").message

    assert retry(talk, user=person("agent", agent=talk.conversation.bot)) == ["Hello, Ana!"]

    again = Message.objects.get(metadata__retry_of=failed.seq)
    assert (again.role, again.text, again.turn.status) == ("user", "Ana", "done")
    entry = AuditEntry.objects.get(verb="retried")
    assert (str(entry.user), entry.details) == ("agent", {"message": failed.seq})
    assert refusal_of(talk) == "nothing_failed"


def test_one_that_fails_again_can_be_tried_again(talk: Talk) -> None:
    fail(talk)
    with failing():
        assert retry(talk)[-1] == APOLOGY

    assert retry(talk) == ["Hello, Ana!"]


def test_a_button_is_pressed_again_and_a_secret_stays_one() -> None:
    talk = Talk(make_pizzeria())
    talk.say("hi")
    asked = talk.pending["seq"]
    fail(talk, "", option="L", reply_to=asked)
    assert retry(talk) == ["Your phone number?"]

    fail(talk, "555 123")
    assert retry(talk) == ["Order a pizza of size Large?"]
    assert [*Message.objects.filter(text="555 123").values_list("sensitive", flat=True)] == [True, True]


def test_commands_are_sent_again(talk: Talk) -> None:
    fail(talk, "", commands=[{"type": "set_slot", "slot": "name", "value": "Bea"}])

    assert retry(talk) == ["Hello, Bea!"]


def test_texts_that_were_merged_are_one(talk: Talk) -> None:
    Bot.objects.update(settings={"double_texting": "merge"})
    for text in ("Ana", "Maria"):
        post_message(talk.id, text)
    with failing():
        run_turns(talk.id)

    assert retry(talk) == ["Hello, Ana\nMaria!"]


def test_what_was_said_before_something_else_is_not_tried_again(talk: Talk) -> None:
    """Its question is no longer open: an old “yes” must not confirm what is asked now."""
    fail(talk)
    talk.say("Bea")

    assert refusal_of(talk) == "nothing_failed"


def test_nothing_is_tried_again_that_nobody_would_answer(talk: Talk) -> None:
    fail(talk)
    hand_off(talk.conversation)
    assert refusal_of(talk) == "handed_off"

    end_conversation(talk.conversation)
    assert refusal_of(talk) == "conversation_closed"


def test_nor_after_the_session_nor_what_was_no_message(talk: Talk) -> None:
    fail(talk)
    Conversation.objects.update(updated_at=timezone.now() - timedelta(days=2))
    assert refusal_of(talk) == "session_expired"

    hand_off(talk.conversation)
    hand_back(talk.conversation)
    with failing():
        run_turns(talk.id)
    assert refusal_of(talk) == "nothing_failed"


def test_who_may_only_look_may_not(talk: Talk) -> None:
    fail(talk)

    with pytest.raises(RightMissing):
        retry_turn(talk.conversation, user=person("viewer", viewer=talk.conversation.bot))
