"""Ways round a confirmation, or round a question, that the walk of a journal must not open."""

from typing import Any

import pytest

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal
from conversations_app.flow_tests.rehearsal import RehearsedTurn
from flows_app.flow_language import ActionStub, FlowDefinition

pytestmark = pytest.mark.django_db

YES = {"type": "affirm"}
CHANGED = "Okay, I've changed that."
N = {"name": "n", "type": "integer"}
AGAIN: dict[str, Any] = {
    "type": "branch",
    "name": "is_again",
    "cases": [{"when": "again", "steps": [{"type": "set", "name": "forget", "clear": ["again"], "next": "ask_n"}]}],
    "default": {},
}


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def fill(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}


def correct(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "correct_slot", "slot": slot, "value": value}


def ask(slot: str, **more: Any) -> dict[str, Any]:
    return {"type": "collect", "name": f"ask_{slot}", "slot": slot, "message": f"{slot}?", **more}


def sure(message: str) -> dict[str, Any]:
    return {"type": "confirm", "name": "sure", "message": message}


PAY = {"type": "action", "name": "pay", "call": "pay"}


def flow(name: str, *steps: dict[str, Any], slots: Any = (), **more: Any) -> FlowDefinition:
    return FlowDefinition.model_validate({"name": name, "slots": list(slots), "steps": list(steps), **more})


def talk(*flows: FlowDefinition, inputs: tuple[str, ...], **stubs: ActionStub) -> Rehearsal:
    return Rehearsal(BotUnderTest(FlowsInMemory(flows)), {"pay": ActionStub(inputs=inputs), **stubs})


def said(turn: RehearsedTurn) -> list[str]:
    return [reply.text for reply in turn.replies]


def paid(turn: RehearsedTurn) -> list[Any]:
    return [dict(call.inputs) for call in turn.calls if call.action == "pay"]


def test_a_new_yes_in_the_caller_counts_for_what_the_called_flow_does() -> None:
    call = {"type": "call", "name": "call", "flow": "paying", "inputs": {"n": "n"}}
    paying = flow("paying", PAY, ask("rating"), slots=(N, {"name": "rating"}), inputs=["n"])
    with talk(flow("order", ask("n"), sure("Pay {n}?"), call, slots=(N,)), paying, inputs=("n",)) as chat:
        chat.say("…", [start("order"), fill("n", 5)])
        assert paid(chat.say("yes", [YES])) == [{"n": 5}]
        assert said(chat.say("6", [correct("n", 6)])) == [CHANGED, "Pay 6?"]

        turn = chat.say("yes", [YES])

        assert paid(turn) == [{"n": 6}]
        assert said(turn) == ["rating?"]


@pytest.mark.parametrize("called", [False, True])
def test_what_a_jump_back_has_left_behind_is_not_done_on_an_old_yes(called: bool) -> None:
    call = {"type": "call", "name": "call", "flow": "paying", "inputs": {"n": "n"}}
    cases = [{"value": "gift", "steps": [call if called else PAY]}]
    is_gift = {"type": "branch", "name": "is_gift", "slot": "kind", "cases": cases, "default": {}}
    steps = (ask("kind"), ask("n"), sure("Order {n}?"), is_gift, ask("again"), AGAIN)
    slots = ({"name": "kind"}, N, {"name": "again", "type": "boolean"})
    paying = flow("paying", PAY, slots=(N,), inputs=["n"])
    with talk(flow("order", *steps, slots=slots), paying, inputs=("n",)) as chat:
        chat.say("…", [start("order"), fill("kind", "free"), fill("n", 5)])
        chat.say("yes", [YES])
        chat.say("again", [fill("again", True)])
        assert said(chat.say("7", [fill("n", 7)])) == ["Order 7?"]

        turn = chat.say("a gift", [correct("kind", "gift")])

        assert paid(turn) == []  # to 5 as a gift nobody has agreed
        assert said(turn) == [CHANGED, "Order 7?"]
        assert paid(chat.say("yes", [YES])) == [{"n": 7}]


LOOK_UP = {"type": "action", "name": "look_up", "call": "look_up", "outputs": {"found": "address"}}
FIND = {"type": "call", "name": "find", "flow": "finding", "outputs": {"address": "address"}}


@pytest.mark.parametrize("finds", [LOOK_UP, FIND])
def test_what_a_step_has_found_is_agreed_to_again_when_it_is_corrected(finds: dict[str, Any]) -> None:
    address = {"name": "address"}
    finding = flow("finding", ask("address"), slots=(address,), outputs=["address"])
    steps = (finds, ask("address"), sure("Ship to {address}?"), ask("note"), PAY)
    found = ActionStub(returns={"found": "Home"}, inputs=(), idempotent=True)
    order = flow("order", *steps, slots=(address, {"name": "note"}))
    with talk(order, finding, inputs=("address",), look_up=found) as chat:
        chat.say("…", [start("order")])
        if finds is FIND:
            chat.say("Home", [fill("address", "Home")])
        assert said(chat.say("yes", [YES])) == ["note?"]

        turn = chat.say("to work", [correct("address", "Work")])

        assert said(turn) == [CHANGED, "Ship to Work?"]
        assert paid(chat.say("x", [fill("note", "x")])) == []


def test_a_digression_that_changes_what_was_agreed_to_has_it_agreed_to_again() -> None:
    bot = [{"name": "customer"}]
    put = {"type": "set", "name": "put", "values": {"customer": "'Ana'"}}
    steps = (put, ask("n"), sure("Pay {n} for {customer}?"), ask("note"), PAY)
    rename = flow("rename", {**put, "values": {"customer": "'Eva'"}}, bot_slots=bot)
    order = flow("order", *steps, slots=(N, {"name": "note"}), bot_slots=bot)
    with talk(order, rename, inputs=("n", "customer")) as chat:
        chat.say("…", [start("order"), fill("n", 5)])
        assert said(chat.say("yes", [YES])) == ["note?"]

        turn = chat.say("rename me", [start("rename")])

        assert said(turn)[-1] == "Pay 5 for Eva?"
        assert paid(chat.say("x", [fill("note", "x")])) == []


@pytest.mark.parametrize("ahead", [False, True])
def test_a_correction_does_not_answer_a_question_that_is_always_asked(ahead: bool) -> None:
    steps = (ask("kind"), ask("n", always_ask=True), PAY)
    order = flow("order", *steps, slots=({"name": "kind"}, N if ahead else {**N, "initial": 5}))
    with talk(order, inputs=("n", "kind")) as chat:
        given = [fill("n", 5)] if ahead else []
        assert said(chat.say("…", [start("order"), fill("kind", "A"), *given])) == ["n?"]

        turn = chat.say("B", [correct("kind", "B")])

        assert paid(turn) == []
        assert said(turn) == [CHANGED, "n?"]
        assert paid(chat.say("7", [fill("n", 7)])) == [{"n": 7, "kind": "B"}]


def test_nor_does_what_a_digression_changes() -> None:
    bot = [{"name": "customer"}, {"name": "visits", "type": "integer", "initial": 0}]
    tell = {"type": "say", "name": "tell", "message": "{visits} visits."}
    count = {"type": "set", "name": "count", "values": {"visits": "visits + 1"}}
    order = flow("order", tell, ask("customer", always_ask=True), PAY, bot_slots=bot)
    visit = flow("visit", count, tell, bot_slots=bot)
    with talk(order, visit, inputs=("customer",)) as chat:
        chat.say("…", [start("order")])
        assert paid(chat.say("Ana", [fill("customer", "Ana")])) == [{"customer": "Ana"}]
        assert said(chat.say("once more", [start("order")]))[-1] == "customer?"

        turn = chat.say("a visit", [start("visit")])

        assert paid(turn) == []
        assert said(turn)[-1] == "customer?"
