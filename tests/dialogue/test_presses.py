"""What a button does, and what typing its label does: both from what is stored."""

from typing import Any, cast

import pytest

from conversations_app.dialogue.presses import NO_LONGER_OFFERED, as_text, command_of_exact_option, commands_of_press
from flows_app.engine import DialogueState
from flows_app.engine.options import compile_options, shown
from flows_app.flow_language import Option

STALE = [NO_LONGER_OFFERED]

COLLECT: dict[str, Any] = {
    "type": "collect",
    "prompt": "Size?",
    "slot": "size",
    "key": "3:f:ask:0:0",
    "options": [
        {"label": "Small", "value": "S"},
        {"label": "Two", "value": 2},
        {"label": "Yes", "value": True},
        {"label": "None of these", "value": "None of these", "command": {"type": "cancel_flow"}},
    ],
}
CONFIRM: dict[str, Any] = {
    "type": "confirm",
    "prompt": "Go on?",
    "key": "5:f:sure:0:0",
    "options": [
        {"label": "Yes", "value": "Yes", "command": {"type": "affirm"}},
        {"label": "No", "value": "No", "command": {"type": "deny", "slot": None}},
    ],
}
INFORM: dict[str, Any] = {
    "type": "inform",
    "prompt": "Please read.",
    "wait_for_ack": True,
    "key": "7:f:read:0:0",
    "options": [
        {"label": "Got it", "value": "Got it"},
        {"label": "Person", "value": "Person", "command": {"type": "handoff"}},
    ],
}
OFFER: dict[str, Any] = {
    "key": "9:bot:no_progress:0:0",
    "options": [{"label": "Cancel", "value": "Cancel", "command": {"type": "cancel_flow"}}],
}


def state(task: dict[str, Any] | None = None, *offers: dict[str, Any]) -> DialogueState:
    return cast(DialogueState, {"_pending_task": task, "_offers": list(offers)})


def press(key: str, value: Any, on: DialogueState) -> list[dict[str, Any]]:
    return commands_of_press({"key": key, "value": value}, on)


@pytest.mark.parametrize(
    ("task", "value", "command"),
    [
        (COLLECT, "S", {"type": "set_slot", "slot": "size", "value": "S"}),
        (COLLECT, 2, {"type": "set_slot", "slot": "size", "value": 2}),
        (COLLECT, 2.0, {"type": "set_slot", "slot": "size", "value": 2}),
        (COLLECT, True, {"type": "set_slot", "slot": "size", "value": True}),
        (COLLECT, "None of these", {"type": "cancel_flow"}),
        (CONFIRM, "Yes", {"type": "affirm"}),
        (CONFIRM, "No", {"type": "deny", "slot": None}),
        (INFORM, "Got it", {"type": "affirm"}),
        (INFORM, "Person", {"type": "handoff"}),
    ],
)
def test_a_press_does_what_the_stored_option_says(task: dict[str, Any], value: Any, command: dict[str, Any]) -> None:
    assert press(task["key"], value, state(task)) == [command]


def test_a_press_on_a_message_that_asks_nothing_is_found_among_the_offers() -> None:
    assert press(OFFER["key"], "Cancel", state(COLLECT, OFFER)) == [{"type": "cancel_flow"}]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("2:f:ask:0:0", "S"),  # an older message
        (OFFER["key"], "Cancel"),  # offered once, not any more
        (COLLECT["key"], "M"),  # never offered there
        (COLLECT["key"], "small"),  # a label is not the value
        (COLLECT["key"], 1),  # nor is 1 the same as true
        (COLLECT["key"], None),
        ("", "S"),
    ],
)
def test_what_is_not_on_offer_any_more_is_stale(key: str, value: Any) -> None:
    assert press(key, value, state(COLLECT)) == STALE
    assert press(key, value, state()) == STALE


def test_a_confirmation_is_never_answered_by_an_option_without_a_command() -> None:
    task = {**CONFIRM, "options": [{"label": "Yes", "value": "Yes"}]}

    assert press(CONFIRM["key"], "Yes", state(task)) == STALE
    assert command_of_exact_option("yes", state(task)) is None


@pytest.mark.parametrize(
    ("task", "text", "command"),
    [
        (COLLECT, "small", {"type": "set_slot", "slot": "size", "value": "S"}),
        (COLLECT, "  SMALL\n", {"type": "set_slot", "slot": "size", "value": "S"}),
        (COLLECT, "s", {"type": "set_slot", "slot": "size", "value": "S"}),
        (COLLECT, "2", {"type": "set_slot", "slot": "size", "value": 2}),
        (COLLECT, "none of these", {"type": "cancel_flow"}),
        (CONFIRM, "yes", {"type": "affirm"}),
        (INFORM, "got it", {"type": "affirm"}),
        (COLLECT, "a small one", None),
        (COLLECT, "", None),
    ],
)
def test_typing_exactly_what_an_option_says_is_like_pressing_it(
    task: dict[str, Any], text: str, command: dict[str, Any] | None
) -> None:
    assert command_of_exact_option(text, state(task)) == command


def test_what_is_offered_can_be_typed_too_beside_an_open_question_or_without_one() -> None:
    assert command_of_exact_option("cancel", state(COLLECT, OFFER)) == {"type": "cancel_flow"}
    assert command_of_exact_option("cancel", state(None, OFFER)) == {"type": "cancel_flow"}


def test_two_options_that_look_the_same_and_differ_are_left_to_understanding() -> None:
    same = [
        {"label": "Main", "value": "Main", "command": {"type": "start_flow", "flow": "savings"}},
        {"label": "main", "value": "Main (2)", "command": {"type": "start_flow", "flow": "loans"}},
    ]
    task = {**CONFIRM, "options": same}

    assert command_of_exact_option("main", state(task)) is None
    assert press(CONFIRM["key"], "Main (2)", state(task)) == [{"type": "start_flow", "flow": "loans"}]


@pytest.mark.parametrize(("value", "text"), [("S", "S"), (2, "2"), (True, "true"), (["é"], '["é"]')])
def test_a_value_as_text(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_options_that_carry_commands_have_values_that_no_other_has() -> None:
    options = [
        Option.model_validate({"label": "{a}", "command": {"type": "affirm"}}),
        Option.model_validate({"label": "{b}", "command": {"type": "deny"}}),
        Option.model_validate({"label": "Plain", "value": "same"}),
        Option.model_validate({"label": "Also plain", "value": "same"}),
    ]

    rendered = shown(compile_options(options, {}), {"a": "same", "b": "same"}, "en")

    assert [option["value"] for option in rendered] == ["same (2)", "same (3)", "same", "same"]
    assert [option["label"] for option in rendered] == ["same", "same", "Plain", "Also plain"]
