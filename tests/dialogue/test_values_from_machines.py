"""What actions, computed values and called flows give: it fits its slot, or the flow stops and the cause is known."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from flows_app.models import Bot
from flows_app.registry import action, registry
from tests.support.authoring import make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

FAILED = "Sorry, that did not work. Nothing more was done."
PARTLY_DONE = "Sorry, something went wrong on our side after part of this was done. Please check before you try again."
SECRET = {"name": "pin", "sensitive": True}


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="test-bot")


@pytest.fixture
def gives() -> Iterator[dict[str, Any]]:
    """What the action `test_look` gives."""
    given: dict[str, Any] = {}
    with registry.changed_for_a_while():
        action("test_look", outputs=["found"], idempotent=True)(lambda: given)
        action("test_deed", outputs=["found"], idempotent=False)(lambda: given)
        yield given


def flow(bot: Bot, name: str, *steps: dict[str, Any], **more: Any) -> None:
    publish(make_flow(bot, list(steps), name=name, slots=more.pop("slots", ()), **more))


def look(call: str = "test_look", **more: Any) -> dict[str, Any]:
    return {"type": "action", "name": "look", "call": call, "outputs": {"found": "price"}, **more}


def say(message: str, name: str = "tell", **more: Any) -> dict[str, Any]:
    return {"type": "say", "name": name, "message": message, **more}


def run(bot: Bot, name: str = "main") -> list[str]:
    return Talk(bot).command({"type": "start_flow", "flow": name})


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "has failed" in record.getMessage()]


@pytest.mark.parametrize(
    ("given", "told"),
    [(1200.0, "It is 1200."), (3.5, "It is 3.5."), (4711, "It is 4711."), (True, "It is true."), ("", "It is .")],
)
def test_a_text_slot_takes_what_an_action_gives(bot: Bot, gives: dict[str, Any], given: Any, told: str) -> None:
    gives["found"] = given
    flow(bot, "main", look(), say("It is {price}."), slots=["price"])

    assert run(bot) == [told]


def test_a_text_slot_takes_what_is_computed(bot: Bot) -> None:
    computed = {"type": "set", "name": "add_up", "values": {"price": "2 * 600.0", "fair": "1 < 2"}}
    flow(bot, "main", computed, say("{price} {fair}"), slots=["price", "fair"])

    assert run(bot) == ["1200 true"]


def test_called_flows_take_and_give_what_fits_when_coerced(bot: Bot) -> None:
    double = {"type": "set", "name": "double", "values": {"out": "amount * 2.0"}}
    slots = [{"name": "amount", "type": "number"}, {"name": "out", "type": "number"}, "label"]
    flow(bot, "sub", double, say("As text: {label}."), slots=slots, inputs=["amount", "label"], outputs=["out"])
    call = {
        "type": "call",
        "name": "go",
        "flow": "sub",
        "inputs": {"amount": "5", "label": "7"},
        "outputs": {"out": "price"},
    }
    flow(bot, "main", call, say("It is {price}."), slots=["price"])

    assert run(bot) == ["As text: 7.", "It is 10."]


def test_what_does_not_fit_stops_the_flow_and_the_cause_is_logged(
    bot: Bot, gives: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    gives["found"] = ["4711"]
    flow(bot, "main", look(), say("It is {price}."), slots=[{"name": "price", "type": "number"}, SECRET])

    with caplog.at_level(logging.WARNING):
        assert run(bot) == [FAILED]

    (told,) = failures(caplog)
    assert "look: the output “found” gave a list, which does not fit the slot “price” (number)." in told
    assert "4711" not in told


def test_a_deed_whose_result_does_not_fit_is_not_said_to_be_undone(bot: Bot, gives: dict[str, Any]) -> None:
    gives["found"] = []
    flow(bot, "main", look("test_deed"), say("It is {price}."), slots=[{"name": "price", "type": "number"}])

    assert run(bot) == [PARTLY_DONE]


def test_an_error_branch_learns_the_type_and_the_cause(bot: Bot, gives: dict[str, Any]) -> None:
    gives["found"] = {}
    sorry = {"type": "set", "name": "sorry", "values": {"why": "error.type + ' | ' + error.message"}}
    steps = [look(on_error="sorry"), say("It is {price}.", next="end"), sorry, say("{why}", name="excuse")]
    flow(bot, "main", *steps, slots=[{"name": "price", "type": "number"}, "why"])

    (told,) = run(bot)

    assert told == "result | look: the output “found” gave an object, which does not fit the slot “price” (number)."


def test_a_computed_value_that_does_not_fit_has_a_cause(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    """The draft can't tell what is in a list before it runs."""
    computed = {"type": "set", "name": "add_up", "values": {"price": "items[0]"}}
    items = {"name": "items", "type": "list", "initial": ["one"]}
    flow(bot, "main", computed, slots=[{"name": "price", "type": "number"}, items])

    with caplog.at_level(logging.WARNING):
        assert run(bot) == [FAILED]

    (told,) = failures(caplog)
    assert "add_up: the value for “price” gave a text, which does not fit the slot “price” (number)." in told


def test_what_a_called_flow_gives_back_has_a_cause(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    out = {"type": "set", "name": "make", "values": {"out": "['one']"}}
    flow(bot, "sub", out, slots=[{"name": "out", "type": "list"}], outputs=["out"])
    call = {"type": "call", "name": "go", "flow": "sub", "outputs": {"out": "price"}}
    flow(bot, "main", call, say("It is {price}."), slots=["price"])

    with caplog.at_level(logging.WARNING):
        assert run(bot) == [FAILED]

    (told,) = failures(caplog)
    assert "sub: the output “out” gave a list, which does not fit the slot “price” (text)." in told


def test_what_a_called_flow_is_given_has_a_cause(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    flow(bot, "sub", say("{out}"), slots=["out"], inputs=["out"])
    items = {"name": "items", "type": "list", "initial": [["one"]]}
    flow(bot, "main", {"type": "call", "name": "go", "flow": "sub", "inputs": {"out": "items[0]"}}, slots=[items])

    with caplog.at_level(logging.WARNING):
        assert run(bot) == [FAILED]

    (told,) = failures(caplog)
    assert "go: “sub” can't start: the input “out” gave a list, which does not fit the slot “out” (text)." in told
