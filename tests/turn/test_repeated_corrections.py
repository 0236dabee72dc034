"""A turn that corrects something is killed after it has acted, and repeated: it decides as the first attempt did."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest

from conversations_app.models import ActionReceipt, Conversation
from conversations_app.turn import running
from conversations_app.turn.running import run_turns
from conversations_app.verbs.inspection import inspect
from conversations_app.verbs.posting import post_message
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
SLOTS = [{"name": "a", "type": "integer"}, {"name": "b", "type": "integer"}, "rating"]
PAY_IF_MORE_THAN_ONE: list[dict[str, Any]] = [
    {"name": "ask_a", "type": "collect", "slot": "a", "message": "a?"},
    {"name": "ask_b", "type": "collect", "slot": "b", "message": "b?"},
    {
        "name": "is_more",
        "type": "branch",
        "cases": [
            {
                "when": "a > 1",
                "steps": [
                    {"name": "pay", "type": "action", "call": "test_pay"},
                    {"name": "paid", "type": "say", "message": "Paid {a} and {b}."},
                ],
            }
        ],
        "default": {},
    },
    {"name": "ask_rating", "type": "collect", "slot": "rating", "message": "Rating?"},
]


class Killed(BaseException):
    """What a worker can't catch."""


@pytest.fixture
def paid() -> Iterator[list[tuple[int, int]]]:
    with registry.changed_for_a_while():
        done: list[tuple[int, int]] = []

        @action("test_pay", inputs=["a", "b"], idempotent=False)
        def pay(a: int, b: int) -> dict[str, Any]:
            done.append((a, b))
            return {}

        yield done


def correct(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "correct_slot", "slot": slot, "value": value}


def killed_and_repeated(talk: Talk, *commands: dict[str, Any]) -> list[str]:
    posted = post_message(talk.id, "", commands=list(commands))
    with patch.object(running, "close_turn", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    Conversation.objects.filter(pk=talk.id).update(lease_expires_at=LONG_AGO)
    run_turns(talk.id)
    return [reply.text for reply in posted.message.replies()]


def test_two_corrections_that_led_to_a_deed_stand_again(paid: list[tuple[int, int]]) -> None:
    talk = Talk(make_bot(PAY_IF_MORE_THAN_ONE, slots=SLOTS))
    talk.say("hi")
    talk.say("1")
    talk.say("1")

    replies = killed_and_repeated(talk, correct("a", 2), correct("b", 3))

    assert paid == [(2, 3)]
    assert replies == ["Okay, I've changed that.", "Paid 2 and 3.", "Rating?"]
    assert inspect(talk.conversation)["slots"]["greet"] | {"rating": None} == {"a": 2, "b": 3, "rating": None}
    assert ActionReceipt.objects.count() == 1


def test_what_a_yes_in_the_same_message_has_done_still_counts(paid: list[tuple[int, int]]) -> None:
    sure = {"name": "sure", "type": "confirm", "message": "Pay {a} and {b}?"}
    steps = [*PAY_IF_MORE_THAN_ONE[:2], PAY_IF_MORE_THAN_ONE[2]["cases"][0]["steps"][0], PAY_IF_MORE_THAN_ONE[3]]
    talk = Talk(make_bot([*steps[:2], sure, *steps[2:]], slots=SLOTS))
    talk.say("hi")
    talk.say("1")
    talk.say("1")

    yes_and_more = ({"type": "affirm"}, {"type": "start_flow", "flow": "greet"}, correct("b", 3))
    replies = killed_and_repeated(talk, *yes_and_more)

    assert paid == [(1, 1)]
    assert replies == ["Okay, I've changed that.", "Pay 1 and 3?"]
