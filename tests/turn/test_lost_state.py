"""Checkpoints that can't be read: torn, gone, or written by newer code."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest

from conversations_app.checkpointing import DjangoSaver
from conversations_app.limits import DELIVERIES_PER_TURN
from conversations_app.models import Checkpoint, Conversation, FlowRun, Turn
from conversations_app.turn import loading, running
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.inspection import inspect
from conversations_app.verbs.posting import post_message
from flows_app.engine import STATE_VERSION
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

STEPPED_BACK = "Sorry, I have lost the last part of our conversation. What was done stays done. Please say it again."
AFRESH = "Sorry, I have lost track of our conversation, so we start afresh. What was done stays done."

PAYING = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "To whom?"},
    {"name": "sure", "type": "confirm", "message": "Pay {name}?"},
    {"name": "pay", "type": "action", "call": "test_pay", "outputs": {"receipt": "receipt"}},
    {"name": "done", "type": "collect", "slot": "rating", "message": "Paid {name}: {receipt}. How was it?"},
]
SLOTS = ("name", "receipt", "rating")


@pytest.fixture(autouse=True)
def paid() -> Iterator[list[str]]:
    made: list[str] = []
    with registry.changed_for_a_while():

        @action("test_pay", inputs=["name"], outputs=["receipt"], idempotent=False)
        def pay(name: str) -> dict[str, str]:
            made.append(name)
            return {"receipt": f"no. {len(made)}"}

        yield made


def newest(talk: Talk) -> Checkpoint:
    return Checkpoint.objects.get(thread_id=talk.id, checkpoint_id=talk.conversation.checkpoint_id)


def torn(row: Checkpoint) -> None:
    row.state = bytes(row.state)[:40]
    row.save()


def written_as_something_else(row: Checkpoint) -> None:
    row.state_type, row.state = "unheard-of", b"?"
    row.save()


def another_shape(row: Checkpoint) -> None:
    row.state_type, row.state = DjangoSaver().serde.dumps_typed({"id": row.checkpoint_id})
    row.save()


def writes_torn(row: Checkpoint) -> None:
    row.writes_type, row.writes = "msgpack", b"\xc1"
    row.save()


def notes_of_another_shape(row: Checkpoint) -> None:
    row.metadata = []
    row.save()


def gone(row: Checkpoint) -> None:
    row.delete()


DAMAGES: list[Callable[[Checkpoint], None]] = [
    torn,
    written_as_something_else,
    another_shape,
    writes_torn,
    notes_of_another_shape,
    gone,
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("said", ["Lima", "cancel"])
def test_a_conversation_goes_on_from_an_older_checkpoint(damage: Callable[[Checkpoint], None], said: str) -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")
    talk.say("Ana")
    damage(newest(talk))

    assert talk.say(said) == [STEPPED_BACK, "To whom?"]

    assert talk.say("Bob") == ["Pay Bob?"]
    assert [turn.status for turn in Turn.objects.all()] == ["done"] * 4
    assert [run.status for run in FlowRun.objects.all()] == ["running"]


def test_what_is_said_anew_with_other_values_is_another_execution(paid: list[str]) -> None:
    talk = Talk(make_bot([PAYING[0], *PAYING[2:]], slots=SLOTS))
    talk.say("hi")
    assert talk.say("Ana") == ["Paid Ana: no. 1. How was it?"]
    torn(newest(talk))
    assert talk.say("fine") == [STEPPED_BACK, "To whom?"]

    assert talk.say("Bob") == ["Paid Bob: no. 2. How was it?"]

    assert paid == ["Ana", "Bob"]


def test_what_lost_turns_were_told_is_no_part_of_the_journal_any_more() -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")
    talk.say("Ana")
    torn(newest(talk))
    talk.say("yes")

    told = [entry for page in talk.conversation.journal_pages.all() for entry in page.entries]

    assert [entry["type"] for entry in told] == ["started"]
    assert talk.say("Bob") == ["Pay Bob?"]
    assert talk.command({"type": "correct_slot", "slot": "name", "value": "Eva"})[-1] == "Pay Eva?"


def test_without_any_readable_checkpoint_it_starts_afresh_and_says_so() -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")
    talk.say("Ana")
    for row in Checkpoint.objects.all():
        torn(row)

    assert talk.say("yes") == [AFRESH]

    assert talk.conversation.status == Conversation.Status.OPEN
    assert [run.status for run in FlowRun.objects.all()] == ["cancelled"]
    assert talk.say("hi") == ["To whom?"]


def test_in_the_users_language() -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS), language="es")
    talk.say("hi")
    torn(newest(talk))

    assert talk.say("Ana")[0].startswith("Lo siento, he perdido el hilo de la conversación")


def test_the_yes_that_meets_an_older_question_does_not_answer_it(paid: list[str]) -> None:
    """It was said to another one. What the older state asks is asked again, and waits for an answer of its own."""
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    for text in ("hi", "Ana", "no"):
        talk.say(text)
    torn(newest(talk))

    assert talk.say("yes") == [STEPPED_BACK, "Pay Ana?"]
    assert paid == []

    assert talk.say("yes") == ["Paid Ana: no. 1. How was it?"]
    assert paid == ["Ana"]


def test_what_was_done_after_the_older_checkpoint_is_not_done_again(paid: list[str]) -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    for text in ("hi", "Ana", "yes"):
        talk.say(text)
    assert paid == ["Ana"]
    torn(newest(talk))

    assert talk.say("good") == [STEPPED_BACK, "Pay Ana?"]
    assert talk.say("yes") == ["Paid Ana: no. 1. How was it?"]

    assert paid == ["Ana"]


def test_a_repeated_turn_forgets_what_it_understood_with_the_lost_state(paid: list[str]) -> None:
    """Its “yes” was understood, then its worker died, and the checkpoint with it."""
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    for text in ("hi", "Ana", "no", "hi", "Bob"):
        talk.say(text)
    post_message(talk.id, "yes")

    class Killed(BaseException):
        pass

    def die(*args: Any) -> None:
        raise Killed

    with patch.object(running, "close_turn", die), pytest.raises(Killed):
        run_turns(talk.id)
    assert paid == ["Bob"]
    Conversation.objects.update(lease_expires_at=None)
    torn(newest(talk))
    run_turns(talk.id)

    assert talk.transcript[-2:] == [f"bot: {STEPPED_BACK}", "bot: To whom?"]
    assert paid == ["Bob"]


# Written by newer code


def in_its_state(row: Checkpoint, version: Any) -> None:
    state = DjangoSaver().codec.tuple(row).checkpoint
    state["channel_values"]["state_version"] = version
    row.state_type, row.state = DjangoSaver().serde.dumps_typed(state)
    row.save()


def beside_a_state_that_only_newer_code_reads(row: Checkpoint, version: Any) -> None:
    row.metadata["state_version"] = version
    row.state_type, row.state = "newer", b"?"
    row.save()


@pytest.mark.parametrize("write", [in_its_state, beside_a_state_that_only_newer_code_reads])
@pytest.mark.parametrize("version", [STATE_VERSION + 1, 0, "two"])
def test_a_state_of_an_unknown_version_is_left_to_newer_workers(write: Callable[..., None], version: Any) -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")
    write(newest(talk), version)
    left = Checkpoint.objects.values().get()
    post_message(talk.id, "Ana")
    before = talk.transcript

    for _ in range(DELIVERIES_PER_TURN + 2):
        assert sweep() == [talk.id]
        run_turns(talk.id)

    assert talk.transcript == before
    assert Checkpoint.objects.values().get() == left
    assert not Turn.objects.filter(message__text="Ana").exists()
    assert inspect(talk.conversation)["stack"] == []


def test_the_newer_worker_goes_on_with_it() -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")
    in_its_state(newest(talk), STATE_VERSION + 1)
    post_message(talk.id, "Ana")
    run_turns(talk.id)

    with patch.object(loading, "STATE_VERSION", STATE_VERSION + 1):
        run_turns(talk.id)

    assert talk.transcript[-1] == "bot: Pay Ana?"


def test_the_version_is_noted_beside_the_state() -> None:
    talk = Talk(make_bot(PAYING, slots=SLOTS))
    talk.say("hi")

    assert newest(talk).metadata["state_version"] == STATE_VERSION
