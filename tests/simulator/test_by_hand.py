"""What only an author can do to a conversation: begin in the middle, and change what the bot knows."""

from typing import Any

import pytest

from flows_app.models import Flow, Slot
from tests.simulator.simulating import Browser, texts
from tests.support.authoring import make_flow

pytestmark = pytest.mark.django_db

NESTED: list[dict[str, Any]] = [
    {"name": "ask_count", "type": "collect", "slot": "count", "message": "How many?"},
    {
        "name": "each",
        "type": "while",
        "condition": "done_so_far < count",
        "steps": [
            {"name": "ask_item", "type": "collect", "slot": "item", "message": "Which?"},
            {
                "name": "special",
                "type": "branch",
                "cases": [
                    {
                        "when": "item == 'cake'",
                        "steps": [{"name": "cake_note", "type": "say", "message": "A cake!"}],
                    }
                ],
            },
            {"name": "one_more", "type": "set", "values": {"done_so_far": "done_so_far + 1"}},
        ],
    },
    {"name": "bye", "type": "say", "message": "That makes {done_so_far}."},
]


def test_a_run_begins_at_a_step_with_the_values_it_is_given(browser: Browser) -> None:
    answer = browser.do(start_at="sure", slots={"to": "Ana", "amount": "7"})

    assert texts(answer) == ["Pay 7.00 to Ana?"]
    assert answer["visited"] == ["sure"]
    assert answer["standing"] == {"flow": "pay", "step": "sure"}
    assert texts(browser.say("Yes")) == ["Paid: example id."]


def test_a_correction_works_behind_such_a_beginning(browser: Browser) -> None:
    browser.do(start_at="sure", slots={"to": "Ana", "amount": 7})

    answer = browser.say("no, to Bo", [{"type": "correct_slot", "slot": "to", "value": "Bo"}])

    assert texts(answer)[-1] == "Pay 7.00 to Bo?"


def test_it_is_a_new_run(browser: Browser) -> None:
    browser.say("hi")
    browser.say("Ana")

    answer = browser.do(start_at="ask_amount")

    assert texts(answer) == ["How much?"]
    assert answer["slots"]["pay"]["to"] is None
    assert len(answer["stack"]) == 1


def test_a_step_inside_a_loop_and_a_branch(pay: Flow) -> None:
    slots = [
        {"name": "count", "type": "integer"},
        "item",
        {"name": "done_so_far", "type": "integer", "initial": 0},
    ]
    browser = Browser(make_flow(pay.bot, NESTED, name="order", slots=slots))

    answer = browser.do(start_at="cake_note", slots={"count": 2, "item": "cake"})

    assert texts(answer) == ["A cake!", "Which?"]
    assert answer["slots"]["order"] == {"count": 2, "item": None, "done_so_far": 1}
    assert texts(browser.say("tea")) == ["That makes 2."]


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        ({"start_at": "nowhere"}, "step_unknown"),
        ({"start_at": "sure", "slots": {"amount": "much"}}, "value_refused"),
        ({"start_at": "sure", "slots": {"colour": "red"}}, "slot_unknown"),
    ],
)
def test_what_can_be_no_beginning(browser: Browser, deed: dict[str, Any], code: str) -> None:
    answer = browser.do(**deed)

    assert (browser.status_code, answer["code"]) == (422, code)


def test_slots_are_set_without_a_turn(browser: Browser) -> None:
    browser.say("hi")

    answer = browser.do(set_slots={"to": "Ana", "amount": "12,5"})

    assert answer["messages"] == []
    assert answer["slots"]["pay"] == {"to": "Ana", "amount": 12.5, "receipt": None}
    assert answer["standing"] == {"flow": "pay", "step": "ask_to"}
    assert texts(browser.say("Bo")) == ["Pay 12.50 to Bo?"]


def test_a_slot_is_emptied(browser: Browser) -> None:
    browser.say("hi")
    browser.say("Ana")

    assert browser.do(set_slots={"to": None})["slots"]["pay"]["to"] is None


def test_a_value_that_a_slot_refuses_changes_nothing(browser: Browser) -> None:
    browser.say("hi")
    run = browser.run

    answer = browser.do(set_slots={"amount": "a lot"})

    assert (browser.status_code, answer["code"], answer["slot"]) == (422, "value_refused", "amount")
    assert answer["detail"]
    assert browser.run == run


def test_the_slots_of_the_bot_are_set_too(pay: Flow) -> None:
    Slot.objects.create(bot=pay.bot, name="tone", type="text")
    steps = [{"name": "ask", "type": "collect", "slot": "mood", "message": "In a {tone} tone: how are you?"}]
    browser = Browser(make_flow(pay.bot, steps, name="chat", slots=("mood",)))
    assert browser.do(set_slots={"tone": "kind"})["code"] == "nothing_under_way"

    browser.say("go", [{"type": "start_flow", "flow": "chat"}])
    answer = browser.do(set_slots={"tone": "kind"})
    assert answer["bot_slots"] == {"tone": "kind"}

    answer = browser.say("what?", [{"type": "clarify"}])
    assert texts(answer)[-1] == "In a kind tone: how are you?"


def test_a_slot_of_the_bot_is_set_though_the_active_flow_does_not_use_it(pay: Flow) -> None:
    Slot.objects.create(bot=pay.bot, name="tone", type="text")
    steps = [{"name": "ask", "type": "collect", "slot": "mood", "message": "In a {tone} tone: how are you?"}]
    make_flow(pay.bot, steps, name="chat", slots=("mood",))
    browser = Browser(make_flow(pay.bot, name="greet"))
    browser.say("go", [{"type": "start_flow", "flow": "greet"}])

    answer = browser.do(set_slots={"tone": "kind", "name": "Ana"})

    assert (answer["bot_slots"], answer["slots"]) == ({"tone": "kind"}, {"greet": {"name": "Ana"}})
    assert browser.do(set_slots={"tone": "rude"}, flow="greet")["code"] == "slot_unknown"
    assert browser.do(set_slots={"colour": "red"})["code"] == "slot_unknown"


def test_a_flow_below_the_active_one_can_be_named(pay: Flow) -> None:
    make_flow(pay.bot, name="greet")
    browser = Browser(pay)
    browser.say("hi")
    browser.say("greet me", [{"type": "start_flow", "flow": "greet"}])

    answer = browser.do(set_slots={"to": "Ana"}, flow="pay")

    assert answer["slots"] == {"pay": {"to": "Ana", "amount": None, "receipt": None}, "greet": {"name": None}}
    assert browser.do(set_slots={"to": "Ana"}, flow="other")["code"] == "flow_not_under_way"
