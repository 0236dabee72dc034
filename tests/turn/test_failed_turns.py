"""A turn that fails for good after something was done: it is told, and neither user nor staff can do it twice."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from conversations_app.limits import DELIVERIES_PER_TURN
from conversations_app.models import ActionReceipt, Conversation, FlowRun, Turn
from conversations_app.turn import running, stored_sink
from conversations_app.turn.receipts import StoredReceipts
from conversations_app.turn.running import run_turns
from conversations_app.turn.session import expire_sessions
from conversations_app.turn.storing import store_outbound
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import RetryRefused
from conversations_app.verbs.retrying import retry_turn
from flows_app.models import Bot
from flows_app.registry import ActionError, action, registry
from tests.support.authoring import make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TRY_AGAIN = "Sorry, something went wrong on our side. Please try again."
PARTLY = "Sorry, something went wrong on our side after part of this was done. Please check before you try again."
UNKNOWN = "Sorry, I can't tell whether that was done. Please check before you try again."
CONFIRM = {"name": "sure", "type": "confirm", "message": "Pay {amount}?"}
PAY = {"name": "pay", "type": "action", "call": "test_pay", "outputs": {"receipt": "receipt"}}
DONE = {"name": "done", "type": "say", "message": "Paid: {receipt}."}
SLOTS = [{"name": "amount", "type": "integer"}, "receipt"]


class Bank:
    """Counts what was done, by key: an idempotent action does what it has done before no second time."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.keys: list[str] = []

    def pay(self, amount: Any = None, context: Any = None) -> dict[str, str]:
        self.calls.append(amount)
        self.keys.append(context.idempotency_key)
        return {"receipt": f"R{len(set(self.keys))}"}

    @property
    def effects(self) -> int:
        return len(set(self.keys))


@pytest.fixture
def bank() -> Iterator[Bank]:
    with registry.changed_for_a_while():
        bank = Bank()
        action("test_pay", inputs=["amount"], outputs=["receipt"])(bank.pay)
        yield bank


@pytest.fixture
def idempotent_bank() -> Iterator[Bank]:
    with registry.changed_for_a_while():
        bank = Bank()
        action("test_pay", inputs=["amount"], outputs=["receipt"], idempotent=True)(bank.pay)
        yield bank


def make_bot(*steps: dict[str, Any], **more: Any) -> Bot:
    bot = Bot.objects.create(name="Bank", slug="bank")
    publish(make_flow(bot, list(steps), name="payment", slots=SLOTS, **more))
    return bot


def saying_crashes(text: str = "Paid") -> AbstractContextManager[Any]:
    """The first message that begins so can't be stored: the turn crashes after the deed, outside any step."""

    def crash(lease: Any, seq: int, message: Any) -> Any:
        if message.text.startswith(text):
            raise OSError("the disk is full")
        return store_outbound(lease, seq, message)

    return patch.object(stored_sink, "store_outbound", crash)


def closing_crashes() -> AbstractContextManager[Any]:
    return patch.object(running, "close_turn", side_effect=OSError("the disk is full"))


def order(amount: int) -> list[dict[str, Any]]:
    """What “pay 50” is understood as."""
    return [
        {"type": "start_flow", "flow": "payment"},
        {"type": "set_slot", "slot": "amount", "value": amount},
    ]


def yes(talk: Talk) -> list[str]:
    return talk.command({"type": "affirm"})


def refusal_of(talk: Talk) -> str:
    before = talk.transcript
    with pytest.raises(RetryRefused) as refused:
        retry_turn(talk.conversation)
    assert talk.transcript == before
    return refused.value.code


def asked_to_pay(*steps: dict[str, Any], amount: int = 50) -> Talk:
    talk = Talk(make_bot(*(steps or (CONFIRM, PAY, DONE))))
    assert talk.command(*order(amount)) == [f"Pay {amount}?"]
    return talk


# What is told


@pytest.mark.parametrize("crash", [saying_crashes, closing_crashes])
def test_what_was_done_before_the_crash_is_told(bank: Bank, crash: Callable[[], Any]) -> None:
    talk = asked_to_pay()
    with crash():
        assert yes(talk)[-1] == PARTLY

    assert bank.calls == [50]
    assert Turn.objects.get(status="failed").failures == 3


def test_what_it_asked_about_is_no_longer_open(bank: Bank) -> None:
    talk = asked_to_pay()
    with saying_crashes():
        yes(talk)

    assert (talk.conversation.status, talk.conversation.pending) == ("open", None)
    assert [run.status for run in FlowRun.objects.all()] == ["failed"]
    assert talk.command({"type": "cancel_flow"}) == ["There is nothing to cancel."], "it can't be: it is done"


def test_in_spanish_and_in_the_bots_own_words(bank: Bank) -> None:
    bot = make_bot(PAY, DONE)
    for settings, language, said in (
        ({}, "es", "Lo siento, algo ha fallado por nuestra parte cuando una parte ya estaba hecha. "
                   "Compruébalo antes de volver a intentarlo."),
        ({"patterns": {"partly_done": "Some of it is done."}}, "en", "Some of it is done."),
    ):  # fmt: skip
        Bot.objects.update(settings=settings)
        talk = Talk(Bot.objects.get(pk=bot.pk), language)
        with saying_crashes():
            assert talk.command(*order(50)) == [said]


def test_a_turn_that_has_done_nothing_still_asks_to_try_again(bank: Bank) -> None:
    talk = asked_to_pay()
    with closing_crashes():
        assert talk.command({"type": "deny"})[-1] == TRY_AGAIN

    assert talk.conversation.status == "waiting"
    assert yes(talk) == ["Paid: R1."]


def test_nor_has_one_whose_action_says_that_it_was_not_done() -> None:
    with registry.changed_for_a_while():

        @action("test_pay", inputs=["amount"])
        def refuse(amount: int) -> None:
            raise ActionError("no money")

        talk = asked_to_pay({**CONFIRM}, {**PAY, "outputs": {}})
        with closing_crashes():
            assert yes(talk)[-1] == TRY_AGAIN
        assert talk.conversation.status == "waiting"


def test_an_outcome_that_nobody_knows_is_told_as_such(bank: Bank) -> None:
    talk = asked_to_pay(CONFIRM, {**PAY, "on_error": "end"})

    class Killed(BaseException):
        """What a worker can't catch."""

    post_message(talk.id, commands=[{"type": "affirm"}])
    with patch.object(StoredReceipts, "finish", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    with patch.object(running, "_run_turn", side_effect=Killed):
        for _ in range(DELIVERIES_PER_TURN):
            Conversation.objects.update(lease_expires_at=None)
            with pytest.raises(Killed):
                run_turns(talk.id)
            if talk.conversation.deliveries >= DELIVERIES_PER_TURN:
                break
    Conversation.objects.update(lease_expires_at=None)
    run_turns(talk.id)

    assert talk.transcript[-1] == f"bot: {UNKNOWN}"
    assert bank.calls == [50]


# Tried again


@pytest.mark.parametrize("crash", [saying_crashes, closing_crashes])
def test_the_user_says_yes_again_and_again(bank: Bank, crash: Callable[[], Any]) -> None:
    talk = asked_to_pay()
    with crash():
        said = [reply for _ in range(3) for reply in yes(talk)]

    assert bank.calls == [50]
    assert TRY_AGAIN not in said[: said.index(PARTLY) + 1]


def test_the_user_says_the_whole_sentence_again(bank: Bank) -> None:
    """A flow that was started in the failed turn is another instance in the next one."""
    talk = Talk(make_bot(PAY, DONE))
    with saying_crashes():
        assert [talk.command(*order(50)) for _ in range(3)] == [[PARTLY]] * 3
    assert bank.calls == [50]

    assert talk.command(*order(50)) == ["Paid: R1."]
    assert bank.calls == [50]
    assert talk.command(*order(50)) == ["Paid: R2."], "the user has been told of the first: this is another one"


def test_and_confirms_it_again(bank: Bank) -> None:
    talk = asked_to_pay()
    with saying_crashes():
        yes(talk)

    assert talk.command(*order(50)) == ["Pay 50?"]
    assert yes(talk) == ["Paid: R1."]
    assert bank.calls == [50]


def test_other_values_are_another_deed(bank: Bank) -> None:
    talk = asked_to_pay()
    with saying_crashes():
        yes(talk)
    talk.command(*order(60))

    assert yes(talk) == ["Paid: R2."]
    assert bank.calls == [50, 60]


def test_a_called_flow_is_found_too(bank: Bank) -> None:
    bot = make_bot(PAY, inputs=["amount"], outputs=["receipt"])
    call = {"name": "go", "type": "call", "flow": "payment", "inputs": {"amount": "amount"},
            "outputs": {"receipt": "receipt"}}  # fmt: skip
    publish(make_flow(bot, [CONFIRM, call, DONE], name="shop", slots=SLOTS))
    talk = Talk(bot)
    wish: list[dict[str, Any]] = [
        {"type": "start_flow", "flow": "shop"},
        {"type": "set_slot", "slot": "amount", "value": 50},
    ]
    with saying_crashes():
        for _ in range(2):
            assert talk.command(*wish) == ["Pay 50?"]
            assert yes(talk) == [PARTLY]
            assert yes(talk) != [PARTLY]

    assert bank.calls == [50]
    assert [run.status for run in FlowRun.objects.filter(version__flow__name="shop")] == ["failed"] * 2


def test_each_round_of_a_loop_is_found_once(bank: Bank) -> None:
    count = {"name": "count", "type": "set", "values": {"round": "round + 1"}}
    loop = {"name": "twice", "type": "while", "condition": "round < 2", "steps": [PAY, count]}
    bot = Bot.objects.create(name="Bank", slug="bank")
    slots = [*SLOTS, {"name": "round", "type": "integer", "initial": 0}]
    publish(make_flow(bot, [loop, DONE], name="payment", slots=slots))
    talk = Talk(bot)
    with saying_crashes():
        talk.command(*order(50))
    assert bank.calls == [50, 50]

    assert talk.command(*order(50)) == ["Paid: R2."]
    assert bank.calls == [50, 50]


def test_an_unknown_outcome_is_told_once_more_and_then_the_user_has_their_way() -> None:
    with registry.changed_for_a_while():
        tries: list[int] = []

        @action("test_pay", inputs=["amount"])
        def pay(amount: int) -> None:
            tries.append(amount)
            if len(tries) == 1:
                raise OSError("the line is dead")

        talk = Talk(make_bot({**PAY, "outputs": {}}, {"name": "done", "type": "say", "message": "Paid."}))
        with closing_crashes():
            assert talk.command(*order(50))[-1] == UNKNOWN
        assert talk.command(*order(50)) == [UNKNOWN]
        assert tries == [50]
        assert talk.command(*order(50)) == ["Paid."]


def test_what_is_wanted_long_after_is_not_taken_for_a_repetition(bank: Bank) -> None:
    talk = Talk(make_bot(PAY, DONE))
    with saying_crashes():
        talk.command(*order(50))
    ActionReceipt.objects.update(left_at=timezone.now() - timedelta(days=2))

    assert talk.command(*order(50)) == ["Paid: R2."]


def test_nor_what_another_user_wants(bank: Bank) -> None:
    bot = make_bot(PAY, DONE)
    with saying_crashes():
        Talk(bot).command(*order(50))

    assert Talk(bot).command(*order(50)) == ["Paid: R2."]


def test_staff_do_not_try_it_again(bank: Bank) -> None:
    """A click must not do what only the user can want: for a flow without a confirmation it would."""
    talk = Talk(make_bot(PAY, DONE))
    with saying_crashes():
        talk.command(*order(50))

    assert refusal_of(talk) == "something_was_done"
    assert bank.calls == [50]


def test_the_end_of_the_session_drops_nothing_that_was_done(bank: Bank) -> None:
    talk = asked_to_pay()
    with saying_crashes():
        yes(talk)
    talk.command(*order(50))
    Conversation.objects.update(updated_at=timezone.now() - timedelta(days=2))
    expire_sessions()
    run_turns(talk.id)
    talk.command(*order(50))

    assert yes(talk) == ["Paid: R1."]
    assert bank.calls == [50]


# What may be done twice


def test_an_idempotent_action_is_tried_again_by_staff_and_takes_effect_once(idempotent_bank: Bank) -> None:
    talk = Talk(make_bot(PAY, DONE))
    with saying_crashes():
        assert talk.command(*order(50)) == [TRY_AGAIN]

    retry_turn(talk.conversation)
    run_turns(talk.id)

    assert talk.transcript[-1] == "bot: Paid: R1."
    assert idempotent_bank.effects == 1


def test_and_by_the_user_with_the_same_key(idempotent_bank: Bank) -> None:
    talk = Talk(make_bot(PAY, DONE))
    with saying_crashes():
        for _ in range(3):
            assert talk.command(*order(50)) == [TRY_AGAIN]

    assert talk.command(*order(50)) == ["Paid: R1."]
    assert (idempotent_bank.effects, len(idempotent_bank.calls)) == (1, 4), "what it answers is asked anew"
    assert talk.command(*order(50)) == ["Paid: R2."]
