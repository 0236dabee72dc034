"""What has been done is done once: receipts outlive turns that fail, are killed, or lose their lease."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest

from conversations_app.concurrency import event_loop
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import ActionReceipt, Conversation
from conversations_app.turn import leases, running
from conversations_app.turn.closing import close_turn
from conversations_app.turn.leases import Lease, LeaseLost
from conversations_app.turn.receipts import StoredReceipts
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from flows_app.engine import Occasion, Receipt
from flows_app.engine.fingerprints import Fingerprint
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

OCCASION = Occasion(str(uuid.uuid4()), "pay")
TURN = 1
DONE = {"result": {"id": 7}, "error_type": "", "error": ""}
UNKNOWN = {"result": {}, "error_type": "unknown", "error": "It was interrupted."}

PAYING: list[dict[str, Any]] = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "To whom?"},
    {"name": "pay", "type": "action", "call": "test_pay", "outputs": {"receipt": "receipt"}},
    {"name": "done", "type": "say", "message": "Paid: {receipt}."},
]
PAYING_WITH_A_WAY_OUT: list[dict[str, Any]] = [
    PAYING[0],
    {**PAYING[1], "on_error": "note"},
    {**PAYING[2], "next": "end"},
    {"name": "note", "type": "set", "values": {"problem": "error.type"}},
    {"name": "apologise", "type": "say", "message": "Problem: {problem}."},
]


class Killed(BaseException):
    """What a worker can't catch."""


# The rows


@pytest.fixture
def lease() -> Lease:
    taken = leases.acquire(Talk(make_bot()).id)
    assert taken is not None
    return taken


def lose(lease: Lease) -> None:
    Conversation.objects.filter(pk=lease.conversation_id).update(lease_token=uuid.uuid4())


def begin(lease: Lease, inputs_hash: str = "h", key: str = "k") -> Receipt | None:
    return event_loop.run(StoredReceipts(lease, TURN).begin(OCCASION, noted_as(inputs_hash), key))


def begin_again(lease: Lease, inputs_hash: str = "h2", key: str = "k2") -> None:
    event_loop.run(StoredReceipts(lease, TURN).begin_again(OCCASION, noted_as(inputs_hash), key))


def noted_as(inputs_hash: str) -> Fingerprint:
    return Fingerprint(inputs_hash, frozenset({inputs_hash}))


def finish(lease: Lease, key: str = "k", outcome: dict[str, Any] = DONE) -> None:
    event_loop.run(StoredReceipts(lease, TURN).finish(OCCASION, key, outcome))


def test_an_occasion_has_one_receipt(lease: Lease) -> None:
    assert begin(lease) is None
    assert begin(lease, "other", "other") == Receipt("h", "k", None, turn=TURN)

    finish(lease)

    assert begin(lease) == Receipt("h", "k", DONE, turn=TURN)
    assert ActionReceipt.objects.get().ended_at is not None


def test_a_deed_with_other_inputs_takes_the_place_of_the_first(lease: Lease) -> None:
    begin(lease)
    finish(lease)

    begin_again(lease)

    assert begin(lease) == Receipt("h2", "k2", None, turn=TURN)
    finish(lease, "k", UNKNOWN)
    assert begin(lease) == Receipt("h2", "k2", None, turn=TURN), "the first one's end is not the second one's"


def test_a_worker_that_has_lost_its_lease_begins_nothing_but_may_report(lease: Lease) -> None:
    begin(lease)
    lose(lease)

    with pytest.raises(LeaseLost):
        begin(lease)
    with pytest.raises(LeaseLost):
        begin_again(lease)
    finish(lease)

    assert ActionReceipt.objects.get().outcome == DONE


def test_what_is_known_is_not_replaced_by_a_guess_and_replaces_one(lease: Lease) -> None:
    begin(lease)
    finish(lease, outcome=UNKNOWN)
    finish(lease, outcome=DONE)
    finish(lease, outcome=UNKNOWN)

    assert ActionReceipt.objects.get().outcome == DONE


# Turns


@pytest.fixture
def paid() -> Iterator[Callable[..., list[str]]]:
    """Registers the action; gives the idempotency keys that it was called with."""
    with registry.changed_for_a_while():

        def register(*, idempotent: bool) -> list[str]:
            keys: list[str] = []

            @action("test_pay", inputs=["name"], outputs=["receipt"], idempotent=idempotent)
            def pay(name: str, context: Any = None) -> dict[str, Any]:
                keys.append(context.idempotency_key)
                return {"receipt": f"R{len(keys)}", "unwanted": object()}

            return keys

        yield register


def paying_talk(steps: list[dict[str, Any]] = PAYING) -> Talk:
    slots = [*("name", "receipt"), {"name": "problem", "initial": "none"}]
    talk = Talk(make_bot(steps, slots=slots))
    assert talk.say("hi") == ["To whom?"]
    return talk


def killed_between_deed_and_note(talk: Talk, text: str) -> None:
    post_message(talk.id, text)
    with patch.object(StoredReceipts, "finish", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    Conversation.objects.update(lease_expires_at=None)


@pytest.mark.parametrize("idempotent", [True, False])
def test_a_turn_whose_closing_fails_does_not_do_it_twice(paid: Callable[..., list[str]], idempotent: bool) -> None:
    keys = paid(idempotent=idempotent)
    talk = paying_talk()
    failures = [OSError("the disk is full")]

    def fail_once(*args: Any) -> Any:
        if failures:
            raise failures.pop()
        return close_turn(*args)

    with patch.object(running, "close_turn", fail_once):
        assert talk.say("Ana") == ["Paid: R1."]

    assert len(keys) == 1
    receipt = ActionReceipt.objects.get()
    assert (receipt.step, receipt.visit, receipt.key) == ("pay", 0, keys[0])
    assert receipt.outcome is not None
    assert receipt.outcome["result"] == {"receipt": "R1"}


def test_an_idempotent_action_that_was_killed_runs_again_with_the_same_key(paid: Callable[..., list[str]]) -> None:
    keys = paid(idempotent=True)
    talk = paying_talk()
    killed_between_deed_and_note(talk, "Ana")

    run_turns(talk.id)

    assert talk.transcript[-1] == "bot: Paid: R2."
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_any_other_is_not_repeated_and_the_doubt_is_told(paid: Callable[..., list[str]]) -> None:
    keys = paid(idempotent=False)
    talk = paying_talk()
    killed_between_deed_and_note(talk, "Ana")

    run_turns(talk.id)

    assert len(keys) == 1
    assert talk.transcript[-1] == ("bot: Sorry, I can't tell whether that was done. Please check before you try again.")


def test_the_flow_can_say_what_to_do_about_the_doubt(paid: Callable[..., list[str]]) -> None:
    keys = paid(idempotent=False)
    talk = paying_talk(PAYING_WITH_A_WAY_OUT)
    killed_between_deed_and_note(talk, "Ana")

    run_turns(talk.id)

    assert len(keys) == 1
    assert talk.transcript[-1] == "bot: Problem: unknown."


def test_a_zombie_does_not_begin_an_action(paid: Callable[..., list[str]]) -> None:
    keys = paid(idempotent=False)
    talk = paying_talk()
    post_message(talk.id, "Ana")
    begin_for_real = StoredReceipts.begin

    async def taken_over(receipts: StoredReceipts, *args: Any) -> Receipt | None:
        await in_orm_thread(Conversation.objects.update, lease_token=uuid.uuid4())
        return await begin_for_real(receipts, *args)

    with patch.object(StoredReceipts, "begin", taken_over):
        run_turns(talk.id)

    assert keys == []
    assert not ActionReceipt.objects.exists()


def test_each_run_and_each_round_is_an_occasion_of_its_own(paid: Callable[..., list[str]]) -> None:
    keys = paid(idempotent=True)
    talk = paying_talk()
    talk.say("Ana")
    talk.say("hi")
    talk.say("Ana")

    assert len(set(keys)) == len(keys) == 2
