"""Ways round a confirmation, and round what was done, that must not be there."""

from typing import Any

import pytest

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal
from conversations_app.flow_tests.rehearsal import RehearsedTurn
from conversations_app.turn.running import run_turns
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from flows_app.flow_language import ActionStub, FlowDefinition
from flows_app.validation import validate
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

YES = {"type": "affirm"}
NUMBER = {"name": "n", "type": "integer"}
ASK = {"type": "collect", "name": "ask", "slot": "n", "message": "How much?"}
SURE = {"type": "confirm", "name": "sure", "message": "Pay {n}?"}
PAY = {"type": "action", "name": "pay", "call": "pay"}
PAID = {"type": "say", "name": "paid", "message": "Paid {n}."}
RATE = {"type": "collect", "name": "rate", "slot": "rating", "message": "Rating?"}


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def fill(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}


def correct(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "correct_slot", "slot": slot, "value": value}


def flow(name: str, *steps: dict[str, Any], slots: Any = (NUMBER, {"name": "rating"}), **more: Any) -> FlowDefinition:
    return FlowDefinition.model_validate({"name": name, "slots": list(slots), "steps": list(steps), **more})


def talk(*flows: FlowDefinition, inputs: tuple[str, ...] = ("n",)) -> Rehearsal:
    return Rehearsal(BotUnderTest(FlowsInMemory(flows)), {"pay": ActionStub(inputs=inputs)})


def said(turn: RehearsedTurn) -> list[str]:
    return [reply.text for reply in turn.replies]


def paid(turn: RehearsedTurn) -> list[Any]:
    return [dict(call.inputs) for call in turn.calls]


def test_one_message_answers_one_confirmation() -> None:
    again = {"type": "set", "name": "more", "values": {"n": "n + 1"}, "next": "sure"}
    with talk(flow("pay", ASK, SURE, PAY, again)) as chat:
        chat.say("pay 1", [start("pay"), fill("n", 1)])

        turn = chat.say("yes yes yes", [YES, start("pay"), YES, start("pay"), YES])

        assert paid(turn) == [{"n": 1}]
        assert said(turn)[-1] == "Pay 2?"


def test_a_jump_that_one_flow_offers_leads_nowhere_in_another() -> None:
    offer = {"label": "Repeat", "command": {"type": "jump_to", "step": "pay"}}
    faq = flow("faq", {"type": "say", "name": "pay", "message": "Hm."},
               {"type": "say", "name": "tell", "message": "It is free.", "options": [offer]})  # fmt: skip
    with talk(flow("order", ASK, SURE, PAY, PAID), faq) as chat:
        chat.say("pay 5", [start("order"), fill("n", 5)])
        chat.say("faq", [start("faq")])

        turn = chat.press("Repeat")

        assert paid(turn) == []
        assert said(turn) == ["That choice is no longer on offer.", "Pay 5?"]


@pytest.mark.parametrize(
    "gate",
    [
        {"type": "branch", "name": "big", "cases": [{"when": "n > 100", "steps": [SURE]}], "default": {}},
        {**SURE, "when": "n > 100"},
    ],
)
def test_what_was_done_is_not_told_as_done_otherwise(gate: dict[str, Any]) -> None:
    with talk(flow("order", ASK, gate, PAY, PAID, RATE)) as chat:
        chat.say("pay 150", [start("order"), fill("n", 150)])
        assert paid(chat.say("yes", [YES])) == [{"n": 150}]

        turn = chat.say("I meant 50", [correct("n", 50)])

        assert paid(turn) == []
        assert said(turn) == ["That has already been done; I can't change it any more.", "Rating?"]


def test_nor_if_a_second_correction_takes_the_gate_away() -> None:
    vip = {"name": "vip", "type": "boolean"}
    ask_vip = {"type": "collect", "name": "ask_vip", "slot": "vip", "message": "VIP?"}
    steps = (ASK, ask_vip, {**SURE, "when": "!vip"}, PAY, PAID, RATE)
    with talk(flow("order", *steps, slots=(NUMBER, vip, {"name": "rating"}))) as chat:
        chat.say("pay 50", [start("order"), fill("n", 50), fill("vip", False)])
        chat.say("yes", [YES])
        assert said(chat.say("60", [correct("n", 60)]))[-1] == "Pay 60?"

        turn = chat.say("and I am a VIP", [correct("vip", True)])

        assert paid(turn) == []
        assert "Paid 60." not in said(turn)


ADDRESS = {"name": "address"}
SHIP = (
    {"type": "collect", "name": "ask", "slot": "address", "message": "Where to?"},
    {"type": "confirm", "name": "sure", "message": "Ship to {address}?"},
    {"type": "collect", "name": "note", "slot": "rating", "message": "A note?"},
    PAY,
)


@pytest.mark.parametrize("sure", [SHIP[1], {**SHIP[1], "message": "Ship it?"}])
@pytest.mark.parametrize(
    "change",
    [
        [{"type": "set", "name": "set", "values": {"address": "'Elsewhere'"}}],
        [{"type": "collect", "name": "ask", "slot": "address", "message": "New one?", "always_ask": True}],
    ],
)
def test_a_slot_of_the_bot_that_another_flow_changes_is_agreed_to_again(
    sure: dict[str, Any], change: list[dict[str, Any]]
) -> None:
    ship = flow("ship", SHIP[0], sure, SHIP[2], SHIP[3], bot_slots=[ADDRESS])
    with talk(ship, flow("move", *change, bot_slots=[ADDRESS]), inputs=("address",)) as chat:
        chat.say("ship", [start("ship"), fill("address", "Home")])
        assert said(chat.say("yes", [YES])) == ["A note?"]
        turn = chat.say("I move", [start("move")])
        if said(turn)[-1] == "New one?":
            turn = chat.say("Elsewhere")

        assert said(turn)[-1] == sure["message"].format(address="Elsewhere")
        assert paid(chat.say("a note", [fill("rating", "x")])) == []


def test_a_called_flow_that_goes_by_a_slot_of_the_bot_is_called_again() -> None:
    city, amount = {"name": "city"}, {"name": "amount", "type": "integer"}
    compute = {"type": "set", "name": "compute", "values": {"amount": "city == 'Rome' ? 10 : 99"}}
    price = flow("price", compute, slots=[amount], outputs=["amount"], bot_slots=[city])
    trip = flow(
        "trip",
        {"type": "collect", "name": "ask", "slot": "city", "message": "Where to?"},
        {"type": "call", "name": "ask_price", "flow": "price", "outputs": {"amount": "amount"}},
        {"type": "confirm", "name": "sure", "message": "{city} for {amount}?"},
        PAY,
        slots=[amount],
        bot_slots=[city],
    )
    with talk(trip, price, inputs=("amount",)) as chat:
        assert said(chat.say("Rome", [start("trip"), fill("city", "Rome")])) == ["Rome for 10?"]

        assert said(chat.say("Oslo", [correct("city", "Oslo")]))[-1] == "Oslo for 99?"
        assert paid(chat.say("yes", [YES])) == [{"amount": 99}]


def test_a_slot_of_the_bot_is_checked_by_the_flow_that_reads_it() -> None:
    ask = {"type": "collect", "name": "ask", "slot": "age", "message": "Age?"}
    loose = flow("loose", ask, bot_slots=[{"name": "age"}])
    strict = flow("strict", ask, PAY, bot_slots=[{"name": "age", "type": "integer"}])
    with talk(loose, strict, inputs=("age",)) as chat:
        chat.say("hi", [start("loose"), fill("age", "abc")])

        assert said(chat.say("hi", [start("strict")])) == ["Age?"]


DETAILS = flow(
    "details",
    {"type": "collect", "name": "ask_color", "slot": "color", "message": "Color of {item}?"},
    {"type": "collect", "name": "ask_size", "slot": "size", "message": "Size of {item}?"},
    slots=[{"name": "item"}, {"name": "color"}, {"name": "size"}],
    inputs=["item"],
    outputs=["color", "size"],
)


def test_what_a_called_flow_knew_in_one_round_is_not_taken_for_the_next() -> None:
    call = {"type": "call", "name": "sub", "flow": "details", "inputs": {"item": "item"},
            "outputs": {"color": "color", "size": "size"}}  # fmt: skip
    ask_item = {"type": "collect", "name": "ask_item", "slot": "item", "message": "Item?"}
    ask_more = {"type": "collect", "name": "ask_more", "slot": "more", "message": "More?"}
    tell = {"type": "say", "name": "tell", "message": "{item}: {color}, {size}."}
    loop = {"type": "while", "name": "loop", "condition": "more", "steps": [ask_item, call, tell, ask_more]}
    slots = [
        {"name": "item"},
        {"name": "color"},
        {"name": "size"},
        {"name": "more", "type": "boolean", "initial": True},
    ]
    with talk(flow("order", loop, slots=slots), DETAILS) as chat:
        chat.say("A", [start("order"), fill("item", "A")])
        chat.say("red, L", [fill("color", "red"), fill("size", "L")])
        assert said(chat.say("B", [correct("item", "B")]))[1:] == ["B: red, L.", "More?"]
        assert said(chat.say("A again", [correct("item", "A")]))[1:] == ["A: red, L.", "More?"]
        chat.say("yes", [fill("more", True)])

        assert said(chat.say("Z", [fill("item", "Z")])) == ["Color of Z?"]


def test_an_input_that_is_empty_now_is_empty_in_the_called_flow_too() -> None:
    note = {"type": "set", "name": "note", "values": {"note": "item == 'A' ? 'for A' : null"}}
    call = {"type": "call", "name": "sub", "flow": "sub", "inputs": {"note": "note"}}
    ask_item = {"type": "collect", "name": "ask_item", "slot": "item", "message": "Item?"}
    ask = {"type": "collect", "name": "ask", "slot": "x", "message": "X ({note})?"}
    sub = flow("sub", ask, slots=[{"name": "note"}, {"name": "x"}], inputs=["note"])
    with talk(flow("main", ask_item, note, call, slots=[{"name": "item"}, {"name": "note"}]), sub) as chat:
        assert said(chat.say("A", [start("main"), fill("item", "A")])) == ["X (for A)?"]

        assert said(chat.say("B", [correct("item", "B")]))[-1] == "X ()?"


def test_what_a_flow_knows_that_waits_to_be_called_again_can_be_corrected_too() -> None:
    ask_m = {"type": "collect", "name": "ask_m", "slot": "m", "message": "M?"}
    ask_tip = {"type": "collect", "name": "ask_tip", "slot": "tip", "message": "Tip for {m}?"}
    sub = flow("sub", ask_m, ask_tip, slots=[NUMBER, {"name": "m"}, {"name": "tip"}], inputs=["n"])
    call = {"type": "call", "name": "sub", "flow": "sub", "inputs": {"n": "n"}}
    with talk(flow("main", ASK, SURE, call), sub) as chat:
        chat.say("1", [start("main"), fill("n", 1)])
        chat.say("yes", [YES])
        chat.say("5", [fill("m", "5")])
        assert said(chat.say("2", [correct("n", 2)]))[-1] == "Pay 2?"

        assert said(chat.say("m is 6", [correct("m", "6")])) == ["Okay, I've changed that.", "Pay 2?"]
        assert said(chat.say("yes", [YES])) == ["Tip for 6?"]


def test_a_link_to_an_interrupted_flow_goes_on_with_it() -> None:
    link = {"type": "link", "name": "on", "flow": "order"}
    with talk(flow("order", ASK, PAID), flow("help", link)) as chat:
        chat.say("order", [start("order")])

        turn = chat.say("help", [start("help")])

        assert [one["flow_name"] for one in turn.state["flow_stack"]] == ["order"]
        assert said(turn)[-1] == "How much?"


def test_a_button_of_a_confirmation_must_not_jump_past_it() -> None:
    options = [{"label": "Yes", "command": YES}, {"label": "Go", "command": {"type": "jump_to", "step": "pay"}}]
    findings = validate(flow("order", ASK, {**SURE, "options": options}, {**PAID, "name": "pay"}))

    assert "jump_runs_on" in {finding.code for finding in findings}


@pytest.mark.django_db
def test_what_was_said_to_a_person_is_no_answer_to_the_bot() -> None:
    chat = Talk(make_bot())
    chat.say("hi")
    hand_off(chat.conversation)
    post_message(chat.id, "my number is 5, dear agent")

    hand_back(chat.conversation)
    run_turns(chat.id)

    assert chat.transcript[-1] == "bot: What is your name?"


@pytest.mark.django_db
def test_a_second_yes_that_was_queued_answers_no_question_that_nobody_has_seen() -> None:
    everything = {"type": "collect", "name": "all", "slot": "all", "message": "Delete everything?"}
    bot = make_bot([{**SURE, "message": "Go?"}, everything], slots=[{"name": "all", "type": "boolean"}])
    chat = Talk(bot)
    chat.say("hi")
    post_message(chat.id, "", commands=[YES])
    post_message(chat.id, "", commands=[YES])
    run_turns(chat.id)

    assert chat.transcript[-1] == "bot: Delete everything?"
    assert chat.conversation.status == "waiting"


def test_a_loop_that_asks_the_same_again_has_gone_round() -> None:
    said_slot, on = {"name": "said"}, {"name": "on", "type": "boolean", "initial": True}
    ask = {"type": "collect", "name": "ask", "slot": "said", "message": "Go on."}
    heard = {"type": "say", "name": "heard", "message": "Heard {said}."}
    loop = {"type": "while", "name": "loop", "condition": "on", "steps": [ask, heard]}
    with talk(flow("echo", loop, slots=[said_slot, on])) as chat:
        chat.say("hi", [start("echo")])

        for _ in range(5):
            assert said(chat.say("x", [fill("said", "x")])) == ["Heard x.", "Go on."]


def test_a_loop_that_is_entered_again_from_behind_does_what_it_is_asked_to() -> None:
    ask = {"type": "collect", "name": "ask", "slot": "rating", "message": "Item?"}
    more = {"type": "collect", "name": "ask_more", "slot": "more", "message": "More?"}
    loop = {"type": "while", "name": "loop", "condition": "more", "steps": [ask, PAY, more]}
    all_of_it = {"type": "confirm", "name": "all", "message": "All?", "on_deny": "ask_more"}
    slots = [{"name": "rating"}, {"name": "more", "type": "boolean", "initial": True}]
    with talk(flow("order", loop, all_of_it, slots=slots), inputs=("rating",)) as chat:
        assert paid(chat.say("tea", [start("order"), fill("rating", "tea")])) == [{"rating": "tea"}]
        assert said(chat.say("no", [fill("more", False)])) == ["All?"]
        assert said(chat.say("no", [{"type": "deny"}])) == ["More?"]
        assert said(chat.say("yes", [fill("more", True)])) == ["Item?"]

        assert paid(chat.say("another tea", [fill("rating", "tea")])) == [{"rating": "tea"}]


def test_an_answer_to_a_question_that_is_passed_over_now_does_not_count() -> None:
    ages = {"type": "collect", "name": "ages", "slot": "rating", "message": "Ages?", "when": "n > 0"}
    sure = {**SURE, "message": "{n} children ({rating})?"}
    with talk(flow("trip", ASK, ages, sure, PAY), inputs=("n", "rating")) as chat:
        chat.say("2", [start("trip"), fill("n", 2)])
        assert said(chat.say("4 and 6", [fill("rating", "4 and 6")])) == ["2 children (4 and 6)?"]

        assert said(chat.say("none", [correct("n", 0)]))[-1] == "0 children ()?"
        assert said(chat.say("2 after all", [correct("n", 2)]))[-1] == "2 children (4 and 6)?"
