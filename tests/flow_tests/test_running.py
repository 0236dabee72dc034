from typing import Any

import pytest

from conversations_app.flow_tests import run_script
from conversations_app.models import Checkpoint, Conversation
from tests.flow_tests.bot import ASKED, bot, script

pytestmark = pytest.mark.django_db


def test_a_script_that_passes_leaves_nothing_behind() -> None:
    passes = script(
        {
            **ASKED,
            "options": ["Yes", "No"],
            "slots": {"pay": {"amount": 5, "receipt": None}},
            "stack": ["pay.sure"],
            "called": [],
            "status": "waiting",
        },
        {"press": "Yes", "bot": ["Paid: R1."], "called": [{"pay": {"to": "Ana"}}], "stack": [], "status": "open"},
    )

    assert run_script(passes, bot()) == ()
    assert not Checkpoint.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.parametrize(
    ("expected", "key", "wanted", "happened"),
    [
        ({"bot": "What?"}, "bot", "“What?”", "“Pay 5.00 to Ana?”"),
        ({"bot": []}, "bot", "nothing", "“Pay 5.00 to Ana?”"),
        ({"bot": ["Pay 5.00 to Ana?", "Yes?"]}, "bot", "“Pay 5.00 to Ana?”, “Yes?”", "“Pay 5.00 to Ana?”"),
        ({"options": ["Yes"]}, "options", "“Yes”", "“Yes”, “No”"),
        ({"slots": {"pay": {"to": None}}}, "slots of pay, to", "null", '"Ana"'),
        ({"slots": {"pay": {"amount": "5"}}}, "slots of pay, amount", '"5"', "5.0"),
        ({"slots": {"pay": {"receipt": "R1"}}}, "slots of pay, receipt", '"R1"', "null"),
        ({"slots": {"help": {"error": "x"}}}, "slots of help, error", '"x"', "null"),
        ({"stack": []}, "stack", "nothing", "pay.sure"),
        ({"stack": ["help", "pay"]}, "stack", "help, pay", "pay.sure"),
        ({"stack": ["pay.ask_to"]}, "stack", "pay.ask_to", "pay.sure"),
        ({"called": ["pay"]}, "called", "pay", "nothing"),
        ({"status": "open"}, "status", "open", "waiting"),
    ],
)
def test_what_differs_is_said_with_its_turn(expected: dict[str, Any], key: str, wanted: str, happened: str) -> None:
    problems = run_script(script({**ASKED, **expected}), bot())

    assert problems == (f"Turn 1 (user: pay 5 to Ana), {key}:\n    expected: {wanted}\n    happened: {happened}",)
    assert not Checkpoint.objects.exists()


@pytest.mark.parametrize(
    ("expected", "key"),
    [
        ({"called": []}, "called"),
        ({"called": ["pay", "pay"]}, "called"),
        ({"called": [{"pay": {"amount": 6}}]}, "called"),
        ({"called": [{"pay": {"colour": None}}]}, "called"),
        ({"not_called": ["pay"]}, "not_called"),
    ],
)
def test_calls_are_compared_with_their_inputs(expected: dict[str, Any], key: str) -> None:
    (problem,) = run_script(script(ASKED, {"user": "yes", "bot": "Paid: R1.", **expected}), bot())

    assert problem.startswith(f"Turn 2 (user: yes), {key}:")
    assert "pay(amount=5.0, to='Ana')" in problem


def test_a_script_ends_at_the_first_turn_that_differs() -> None:
    problems = run_script(script({**ASKED, "bot": "x", "stack": []}, {"user": "yes", "bot": "y"}), bot())

    assert [problem.partition(":")[0] for problem in problems] == ["Turn 1 (user", "Turn 1 (user"]


def test_true_is_not_one() -> None:
    flow = {
        "name": "pay",
        "slots": [{"name": "n", "type": "integer"}, {"name": "all", "type": "list"}],
        "steps": [
            {"name": "count", "type": "set", "values": {"n": "1", "all": "[1, {'a': 1}]"}},
            {"name": "ok", "type": "confirm", "message": "Ok?"},
        ],
    }
    turn = {"user": "hi", "bot": "Ok?"}

    def problems(**slots: Any) -> int:
        return len(run_script(script({**turn, "slots": {"pay": slots}}, actions={}), bot(flow)))

    assert problems(n=True) == 1
    assert problems(all=[1, {"a": True}]) == 1
    assert problems(n=1.0, all=[1, {"a": 1}]) == 0


@pytest.mark.parametrize(
    ("turn", "more", "problem"),
    [
        ({"stack": ["pya"]}, {}, "Turn 1, stack: the bot has no flow “pya”."),
        ({"stack": ["pay.asks"]}, {}, "Turn 1, stack: “pay” has no step “asks”."),
        ({"slots": {"pya": {"to": None}}}, {}, "Turn 1, slots: the bot has no flow “pya”."),
        ({"slots": {"pay": {"too": None}}}, {}, "Turn 1, slots: “pay” has no slot “too”."),
        ({"bot_slots": {"too": None}}, {}, "Turn 1, bot_slots: no flow uses a bot-wide slot “too”."),
        ({"called": ["pya"]}, {}, "Turn 1, called: no flow of the bot calls “pya”."),
        ({"not_called": ["pya"]}, {}, "Turn 1, not_called: no flow of the bot calls “pya”."),
        ({"commands": [{"type": "fly"}]}, {}, "Turn 1, commands: "),
        ({}, {"actions": {"pya": {}}}, "actions: no flow of the bot calls “pya”."),
        ({"slots": {"pay": {}}}, {}, "Turn 1, slots: nothing is expected of “pay”"),
        (
            {},
            {"actions": {"pay": {"returns": {"idd": "R1", "message": "Thanks."}}}},
            "actions: “pay” returns “idd”, which no step that calls it keeps.",
        ),
        (
            {},
            {"actions": {"pay": {"outcomes": [{"returns": {"id": "R1"}}, {"returns": {"idd": "R2"}}]}}},
            "actions: “pay” returns “idd”, which no step that calls it keeps.",
        ),
        (
            {},
            {"actions": {"pay": {"inputs": ["to", "amuont"]}}},
            "actions: “pay” takes “amuont”, which is neither a slot nor an input of a step that calls it.",
        ),
        ({}, {"language": "fr"}, "language: the bot speaks en, es, not “fr”."),
    ],
)
def test_a_name_that_the_bot_does_not_have_is_a_problem(
    turn: dict[str, Any], more: dict[str, Any], problem: str
) -> None:
    problems = run_script(script({**ASKED, **turn}, **more), bot())

    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_an_action_that_the_script_says_nothing_of_is_a_problem() -> None:
    problems = run_script(script(ASKED, {"user": "yes", "bot": "Paid: ."}, actions={}), bot())

    assert problems[0] == "Turn 2 (user: yes), actions: “pay” was called; say under “actions” what it does."


@pytest.mark.parametrize(
    ("deed", "value", "why"),
    [
        ("press", "Maybe", "There is no “Maybe” to press on a message."),
        ("press_old", "Yes", "There is no “Yes” to press on an older message."),
        ("event", "handed_back", "“handed_back” happens only while the status is handed_off, and it is waiting."),
    ],
)
def test_what_nobody_could_do_is_a_problem(deed: str, value: str, why: str) -> None:
    (problem,) = run_script(script(ASKED, {deed: value, "bot": "x"}), bot())

    assert problem == f"Turn 2 ({deed}: {value}), which is not possible: {why}"


def test_a_turn_that_crashes_is_a_problem_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any) -> None:
        raise RuntimeError("boom")

    asked = script(ASKED, {"user": "yes", "bot": "x"})
    monkeypatch.setattr("conversations_app.flow_tests.actions.PretendedActions.prepare", crash)

    (problem,) = run_script(asked, bot())

    assert problem == "Turn 2 (user: yes), the turn has crashed: RuntimeError('boom')"
    assert not Checkpoint.objects.exists()


def test_the_time_of_a_script_is_the_time_of_its_turns() -> None:
    flow = {
        "name": "pay",
        "steps": [{"name": "late", "type": "say", "when": "now.getFullYear() == 2031", "message": "2031."}],
    }
    turn = {"user": "hi", "bot": "2031."}

    assert run_script(script(turn, actions={}, now="2031-01-01T00:00:00Z"), bot(flow)) == ()
    assert run_script(script(turn, actions={}), bot(flow)) != ()
