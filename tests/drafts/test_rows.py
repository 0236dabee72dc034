"""A definition and the rows of its draft say the same."""

from typing import Any

import pytest

from flows_app.drafts import read_draft, write_draft
from flows_app.flow_language import FlowDefinition
from flows_app.models import Bot, Flow, Step
from tests.flows.test_validation import nested

pytestmark = pytest.mark.django_db

SAY = {"type": "say", "name": "bye", "message": {"en": ["Bye.", "Goodbye."], "es": "Adiós."}, "metadata": {"a": 1}}
WHOLE: dict[str, Any] = {
    "name": "flow",
    "description": "All of it.",
    "triggers": ["send {amount}"],
    "guard": "agreed",
    "inputs": ["amount"],
    "outputs": ["amount"],
    "persist": ["amount"],
    "slots": [
        {"name": "amount", "type": "money", "currency": "EUR", "validators": [{"name": "positive"}], "sensitive": True},
        {"name": "agreed", "type": "boolean", "initial": False},
    ],
    "steps": [
        {"type": "collect", "name": "ask", "slot": "amount", "message": "?", "max_attempts": 2, "on_invalid": "bye"},
        {
            "type": "while",
            "name": "loop",
            "condition": "agreed",
            "steps": [
                {
                    "type": "branch",
                    "name": "which",
                    "cases": [
                        {"when": "amount > 1", "steps": [{"type": "say", "name": "one", "message": "1"},
                                                         {"type": "say", "name": "two", "message": "2"}]},
                        {"when": "amount > 2", "next": "bye"},
                        {"when": "amount > 3", "steps": [{"type": "say", "name": "three", "message": "3"}]},
                    ],
                    "default": {"steps": [{"type": "set", "name": "four", "values": {"amount": "4.0"}}]},
                },
            ],
        },
        SAY,
    ],
}  # fmt: skip


@pytest.fixture
def flow() -> Flow:
    return Flow.objects.create(bot=Bot.objects.create(name="Bot", slug="bot"), name="flow")


def test_a_definition_survives_its_rows(flow: Flow) -> None:
    definition = FlowDefinition.model_validate(WHOLE)

    write_draft(flow, definition)

    assert read_draft(flow).definition == definition
    assert Step.objects.get(name="three").parent == Step.objects.get(name="which")
    assert Step.objects.get(name="three").case == "2"
    assert Step.objects.get(name="four").case == "default"
    assert Step.objects.get(name="which").parent == Step.objects.get(name="loop")


def test_writing_again_replaces_everything(flow: Flow) -> None:
    write_draft(flow, FlowDefinition.model_validate(WHOLE))
    write_draft(flow, FlowDefinition.model_validate({"name": "flow", "steps": [SAY]}))

    assert [step.name for step in flow.steps.all()] == ["bye"]
    assert read_draft(flow).definition == FlowDefinition.model_validate({"name": "flow", "steps": [SAY]})


def test_only_the_bot_wide_slots_it_uses_are_in_the_definition(flow: Flow) -> None:
    for name in ("customer", "other"):
        flow.bot.slots.create(name=name)
    flow.steps.create(name="hello", type="say", data={"message": "Hello, {customer}."})

    definition = read_draft(flow).definition

    assert definition is not None
    assert [slot.name for slot in definition.bot_slots] == ["customer"]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"name": "a", "type": "say", "data": {}}, ("a", "message")),
        ({"name": "a", "type": "say", "data": {"message": "x", "colour": "red"}}, ("a", "colour")),
        ({"name": "a", "type": "while", "data": {"condition": "true"}}, ("a", "steps")),
        ({"name": "a", "type": "action", "data": {"call": "x", "timeout": -1}}, ("a", "timeout")),
        ({"name": "a", "type": "branch", "data": {"cases": [{"when": "true", "value": 1}]}}, ("a", "cases")),
    ],
)
def test_rows_that_are_no_definition_are_findings_at_their_place(
    flow: Flow, row: dict[str, Any], place: tuple[str, str]
) -> None:
    flow.steps.create(**row)

    reading = read_draft(flow)

    assert reading.definition is None
    assert place in [(finding.step, finding.field) for finding in reading.findings]


def test_a_problem_in_a_nested_step_is_named_by_that_step(flow: Flow) -> None:
    branch = flow.steps.create(name="which", type="branch", data={"cases": [{"when": "true"}]})
    flow.steps.create(name="inner", type="say", parent=branch, case="0", data={})

    assert ("inner", "message") in [(finding.step, finding.field) for finding in read_draft(flow).findings]


def test_steps_of_a_case_that_is_gone_do_not_vanish(flow: Flow) -> None:
    branch = flow.steps.create(name="which", type="branch", data={"cases": [{"when": "true", "next": "end"}]})
    flow.steps.create(name="lost", type="say", parent=branch, case="7", data={"message": "x"})

    reading = read_draft(flow)

    assert reading.definition is None
    assert reading.findings[0].step in ("which", "lost")


def test_fifty_levels_survive_and_more_are_a_finding(flow: Flow) -> None:
    slots = [{"name": "agreed", "type": "boolean"}]
    deep = FlowDefinition.model_validate({"name": "flow", "slots": slots, "steps": [nested(50)]})
    write_draft(flow, deep)
    assert read_draft(flow).definition == deep

    deepest = Step.objects.get(name="s50")
    deepest.type, deepest.data = "branch", {"cases": [{"when": "agreed"}]}
    deepest.save()
    flow.steps.create(name="s51", type="say", parent=deepest, case="0", data={"message": "x"})
    (finding,) = read_draft(flow).findings
    assert (finding.code, finding.step) == ("too_deep", "s51")
