import re
from typing import Any

import pytest

from flows_app.exchange import ImportRefused
from flows_app.exchange.flow_tests import read_script
from flows_app.flow_language import Script
from flows_app.flow_language.command_words import full_form, short_form
from flows_app.flow_language.commands import COMMANDS, CommandModel, arguments_of, type_of


def problems_of(text: str) -> list[str]:
    with pytest.raises(ImportRefused) as refused:
        read_script(text, name="a test")
    return [str(problem) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("affirm", {"type": "affirm"}),
        ("deny", {"type": "deny"}),
        ({"deny": "amount"}, {"type": "deny", "slot": "amount"}),
        ({"start_flow": "transfer"}, {"type": "start_flow", "flow": "transfer"}),
        ({"set_slot": {"amount": 0}}, {"type": "set_slot", "slot": "amount", "value": 0}),
        ({"correct_slot": {"amount": None}}, {"type": "correct_slot", "slot": "amount", "value": None}),
        ({"clear_slot": "amount"}, {"type": "clear_slot", "slot": "amount"}),
        ({"type": "set_slot", "slot": "a", "value": [1]}, {"type": "set_slot", "slot": "a", "value": [1]}),
        ({"type": "of_a_project", "size": 5}, {"type": "of_a_project", "size": 5}),
    ],
)
def test_a_command_may_be_written_short(short: Any, full: dict[str, Any]) -> None:
    assert full_form(short) == full


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("afirm", "is no command; there are start_flow, set_slot"),
        ({"affirm": "x"}, "takes nothing"),
        ("start_flow", "needs a flow"),
        ({"set_slot": "amount"}, "takes slots and their values"),
        ({"set_slot": {}}, "takes slots and their values"),
        ({"start_flow": "a", "affirm": None}, "begin each with a dash"),
        ({"type": "affirm", "slot": "x"}, "“affirm” has no “slot”"),
        ({"start_flow": 5}, "must be a name"),
        (5, "A command is a word"),
    ],
)
def test_what_is_no_command_is_said(written: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        full_form(written)


@pytest.mark.parametrize("model", COMMANDS, ids=type_of)
def test_every_command_can_be_written_short_and_read_back(model: type[CommandModel]) -> None:
    values = {"slot": "amount", "value": 50, "flow": "transfer", "flows": ["transfer", "balance"]}
    command = {"type": type_of(model), **{name: values[name] for name in arguments_of(model)}}

    short = short_form(command)

    assert isinstance(short, str) or "type" not in short
    assert full_form(short) == command


def test_several_slots_in_one_command_keep_their_order() -> None:
    script = read_script(
        "turns:\n- {user: hi, commands: [start_flow: pay, set_slot: {to: Ana, amount: 5}], bot: Fine.}", name="x"
    )

    assert script.as_written()["turns"][0]["commands"] == [
        {"start_flow": "pay"},
        {"set_slot": {"to": "Ana"}},
        {"set_slot": {"amount": 5}},
    ]
    assert script.turns[0].full_commands == [
        {"type": "start_flow", "flow": "pay"},
        {"type": "set_slot", "slot": "to", "value": "Ana"},
        {"type": "set_slot", "slot": "amount", "value": 5},
    ]


def test_a_script_reads_back_as_it_is_written() -> None:
    written = {
        "name": "all of it",
        "language": "es",
        "now": "2026-05-31T17:30:00Z",
        "actions": {
            "pay": {"returns": {"id": "A"}, "inputs": ["amount"], "idempotent": True},
            "ask": {"outcomes": [{"fails": "no"}, {"unknown": True}, {}]},
        },
        "turns": [
            {"user": "hi", "commands": [], "bot": []},
            {"press": False, "bot": "One."},
            {"press_old": "Yes", "bot": ["One.", "Two."], "options": [], "stack": [], "called": []},
            {
                "event": "handed_back",
                "bot": "Back.",
                "slots": {"pay": {"amount": None}},
                "bot_slots": {"name": "Ana"},
                "stack": ["pay.ask", "help"],
                "called": ["pay", {"ask": {"what": 1}}],
                "not_called": ["pay"],
                "status": "waiting",
            },
        ],
    }

    assert Script.model_validate(written).as_written() == written


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "script:1: A script is a mapping: begin with turns."),
        ("- a", "script:1: A script is a mapping: begin with turns."),
        ("language: en", "script:1: “turns” is missing."),
        ("name: x", "script:1: The name has a field of its own: leave it out."),
        ("turns:\n- user: hi\n", "script:2: “bot” is missing."),
        ("turns:\n- user: hi\n  bto: x\n  bot: x", "script:3: “bto” is no key that is known here."),
        ("turns:\n- bot: x", "script:2: Number 1 of “turns”: A turn is one of user, press, press_old and event."),
        ("turns:\n- {user: a, event: handed_back, bot: x}", "A turn is one of user, press, press_old and event."),
        ("turns:\n- {press: a, commands: [affirm], bot: x}", "Commands are recognised in what the user says"),
        (
            "turns:\n- user: a\n  commands:\n  - affirm\n  - afirm\n  bot: x",
            "script:5: Number 2 of “commands”: “afirm”",
        ),
        ("turns:\n- {event: rain, bot: x}", "“rain” is not possible here; there are handed_back, session_expired."),
        ("turns:\n- {user: a, bot: x, status: closed}", "there are open, waiting, handed_off."),
        ("turns:\n- {user: a, bot: x, stack: [A b]}", "“stack”"),
        ("turns:\n- {user: a, bot: x, called: [{a: 1}]}", "A call is an action's name"),
        ("turns:\n- {user: a, bot: 5}", "script:2: “bot” must be a text"),
        ("actions: {go: {fails: x, unknown: true}}\nturns:\n- {user: a, bot: x}", "choose one."),
        ("actions: {go: {fails: x, outcomes: [{}]}}\nturns:\n- {user: a, bot: x}", "Put what it returns"),
        ("now: 2026-05-31T17:30\nturns:\n- {user: a, bot: x}", "script:1: “now”"),
    ],
)
def test_what_is_no_script_is_said_at_its_line(text: str, problem: str) -> None:
    problems = problems_of(text)

    assert len(problems) == 1, problems
    assert problem in problems[0]
