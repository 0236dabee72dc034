from typing import Any

import pytest

from flows_app.language import FlowDefinition
from flows_app.validation import Severity, validate

ASK = {"type": "collect", "name": "ask", "slot": "name", "message": "Name?"}
HELLO = {"type": "say", "name": "hello", "message": "Hello, {name}!"}


def findings_of(steps: list[dict[str, Any]], slots: tuple[str, ...] = ("name",)) -> list[tuple[str, str, str, str]]:
    definition = FlowDefinition.model_validate(
        {"name": "greet", "slots": [{"name": slot} for slot in slots], "steps": steps}
    )
    return [(f.severity.value, f.code, f.step or f.slot, f.field) for f in validate(definition)]


def test_a_good_flow_has_no_findings() -> None:
    assert findings_of([ASK, HELLO]) == []


@pytest.mark.parametrize(
    ("steps", "slots", "expected"),
    [
        ([], (), [("error", "no_steps", "", "steps")]),
        ([ASK, HELLO, {**HELLO}], ("name",), [("error", "duplicate_step", "hello", "name")]),
        ([ASK], ("name", "name"), [("error", "duplicate_slot", "name", "name")]),
        ([ASK, {**HELLO, "name": "end"}], ("name",), [("error", "reserved_name", "end", "name")]),
        ([ASK, {**ASK, "name": "b", "slot": "city"}], ("name",), [("error", "unknown_slot", "b", "slot")]),
        ([ASK], ("name", "city"), [("warning", "unfilled_slot", "city", "name")]),
        ([ASK, {**HELLO, "message": "{nam}"}], ("name",), [("error", "unknown_placeholder", "hello", "message")]),
        ([ASK, {**HELLO, "message": "{name"}], ("name",), [("error", "bad_message", "hello", "message")]),
        ([ASK, {**HELLO, "next": "nowhere"}], ("name",), [("error", "unknown_step", "hello", "next")]),
        ([{**ASK, "next": "end"}, HELLO], ("name",), [("warning", "unreachable_step", "hello", "name")]),
    ],
)
def test_each_finding_names_its_place(
    steps: list[dict[str, Any]], slots: tuple[str, ...], expected: list[tuple[str, str, str, str]]
) -> None:
    assert findings_of(steps, slots) == expected


def test_all_findings_come_at_once() -> None:
    broken = [{**ASK, "slot": "city"}, {**HELLO, "message": "{nobody}", "next": "nowhere"}]

    codes = {code for _, code, _, _ in findings_of(broken)}

    assert codes == {"unknown_slot", "unknown_placeholder", "unknown_step", "unfilled_slot"}


def test_a_finding_reads_as_a_sentence() -> None:
    definition = FlowDefinition.model_validate({"name": "greet", "steps": [{**HELLO, "message": "Bye", "next": "x"}]})

    (finding,) = validate(definition)

    assert finding.severity is Severity.ERROR
    assert str(finding) == "step “hello”: There is no step “x” to go to."
