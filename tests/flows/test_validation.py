"""Every finding: what raises it, and the place it names."""

from typing import Any

import pytest

from flows_app.language import FlowDefinition
from flows_app.validation import FlowSignature, Severity, ValidationContext, validate
from flows_app.validation.context import ActionSignature

ASK = {"type": "collect", "name": "ask", "slot": "name", "message": "Name?"}
HELLO = {"type": "say", "name": "hello", "message": "Hello, {name}!"}
SURE = {"type": "confirm", "name": "sure", "message": "Sure?"}
SET = {"type": "set", "name": "compute", "values": {"amount": "1.5"}}
PAY = {"type": "action", "name": "pay", "call": "pay", "inputs": {"total": "amount"}, "outputs": {"id": "name"}}
CALL = {"type": "call", "name": "sub", "flow": "other", "inputs": {"x": "name"}, "outputs": {"y": "name"}}
SLOTS = [
    {"name": "name"},
    {"name": "amount", "type": "number", "initial": 1},
    {"name": "agreed", "type": "boolean", "initial": True},
    {"name": "kind", "type": "choice", "choices": [{"value": "a"}, {"value": "b"}], "initial": "a"},
]
CONTEXT = ValidationContext(
    actions={
        "pay": ActionSignature(frozenset({"total"}), frozenset({"id"}), idempotent=False),
        "safe": ActionSignature(frozenset({"amount"}), frozenset(), idempotent=True),
    },
    flows={
        "other": FlowSignature(frozenset({"x"}), frozenset({"y"})),
        "draft": FlowSignature(frozenset({"x"}), frozenset({"y"}), published=False),
    },
    languages=("en", "es"),
)


def findings_of(
    *steps: dict[str, Any], slots: list[dict[str, Any]] | None = None, **more: Any
) -> list[tuple[str, ...]]:
    written = {"name": "greet", "slots": SLOTS if slots is None else slots, "steps": steps, **more}
    found = validate(FlowDefinition.model_validate(written), CONTEXT)
    for finding in found:
        assert finding.sentence.endswith("."), finding.sentence
    return [(f.severity.value, f.code, f.step or f.slot, f.field) for f in found]


def case(when: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"when": when, "steps": steps, **more} if steps else {"when": when, **more}


def branch(*cases: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "branch", "name": "which", "cases": cases, "default": {}, **more}


def loop(*steps: dict[str, Any], condition: str = "amount > 0") -> dict[str, Any]:
    return {"type": "while", "name": "loop", "condition": condition, "steps": steps}


@pytest.mark.parametrize(
    "steps",
    [
        (ASK, HELLO),
        (ASK, SURE, PAY, HELLO),
        (ASK, branch(case("amount > 1", {**HELLO, "name": "inner"}), {"when": "agreed", "next": "hello"}), HELLO),
        (loop(ASK, SET),),
        (ASK, CALL, {"type": "link", "name": "on", "flow": "other"}),
        ({"type": "generate", "name": "write", "instruction": "For {name}.", "context": ["amount"], "fallback": "?", "slot": "name"},),
        ({"type": "handoff", "name": "person", "message": "One moment.", "queue": "loans"}, ASK),
        ({**PAY, "on_error": "why"}, branch(case("error.type == 'unknown'", next="end"), name="why"), ASK),
        (ASK, {**SURE, "options": [{"label": "Yes", "command": {"type": "affirm"}},
                                   {"label": "Other", "command": {"type": "jump_to", "step": "ask"}}]}),
    ],
)  # fmt: skip
def test_a_good_flow_has_no_errors(steps: tuple[dict[str, Any], ...]) -> None:
    assert [finding for finding in findings_of(*steps) if finding[0] == "error"] == []


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        # names
        ((), ("error", "no_steps", "", "steps")),
        ((ASK, HELLO, HELLO), ("error", "duplicate_step", "hello", "name")),
        ((ASK, branch(case("agreed", {**HELLO, "name": "ask"}))), ("error", "duplicate_step", "ask", "name")),
        ((ASK, {**HELLO, "name": "end"}), ("error", "reserved_name", "end", "name")),
        # slots
        ((ASK, {**ASK, "name": "b", "slot": "city"}), ("error", "unknown_slot", "b", "slot")),
        ((ASK, {**SURE, "slot": "city"}), ("error", "unknown_slot", "sure", "slot")),
        ((ASK, {**SURE, "slot": "amount"}), ("error", "wrong_type", "sure", "slot")),
        ((ASK, {**PAY, "outputs": {"id": "city"}}), ("error", "unknown_slot", "pay", "outputs")),
        ((ASK, {**SET, "values": {"city": "1"}}), ("error", "unknown_slot", "compute", "values")),
        ((ASK, {**SET, "clear": ["city"]}), ("error", "unknown_slot", "compute", "clear")),
        ((ASK, branch({"value": 1, "next": "end"}, slot="city")), ("error", "unknown_slot", "which", "slot")),
        ((ASK, {"type": "generate", "name": "g", "instruction": "x", "fallback": "x", "context": ["city"]}),
         ("error", "unknown_slot", "g", "context")),
        ((ASK, {"type": "generate", "name": "g", "instruction": "x", "fallback": "x", "slot": "amount"}),
         ("error", "wrong_type", "g", "slot")),
        ((HELLO,), ("warning", "unfilled_slot", "name", "name")),
        # values
        ((ASK, branch({"value": "c", "next": "end"}, slot="kind")), ("error", "bad_value", "which", "cases")),
        (({**ASK, "slot": "amount", "options": [{"label": "x", "value": "much"}]},), ("error", "bad_value", "ask", "options")),
        ((ASK, {**SURE, "options": [{"label": "x", "command": {"type": "correct_slot", "slot": "amount", "value": "x"}}]}),
         ("error", "bad_value", "sure", "options")),
        # messages
        ((ASK, {**HELLO, "message": "{nam}"}), ("error", "unknown_placeholder", "hello", "message")),
        ((ASK, {**HELLO, "message": "{name"}), ("error", "bad_message", "hello", "message")),
        ((ASK, {**HELLO, "message": {"en": "{name}", "es": ["Hola", "{nombre}"]}}),
         ("error", "unknown_placeholder", "hello", "message")),
        ((ASK, {**HELLO, "message": {"en": "Hi"}}), ("warning", "missing_language", "hello", "message")),
        ((HELLO,), ("warning", "empty_placeholder", "hello", "message")),
        (({"type": "collect", "name": "ask", "slot": "name"},), ("error", "no_question", "ask", "message")),
        (({**ASK, "reask": "{x}"},), ("error", "unknown_placeholder", "ask", "reask")),
        # options
        ((ASK, {**SURE, "options": [{"label": "No", "command": {"type": "deny"}}]}), ("error", "no_affirm", "sure", "options")),
        ((ASK, {**SURE, "options": [{"label": "Hm"}]}), ("error", "option_without_command", "sure", "options")),
        ((ASK, {**HELLO, "options": [{"label": "Hm"}]}), ("error", "option_without_command", "hello", "options")),
        # expressions
        ((ASK, {**HELLO, "when": "amount >"}), ("error", "bad_expression", "hello", "when")),
        ((ASK, {**HELLO, "when": "nope > 1"}), ("error", "unknown_name", "hello", "when")),
        ((ASK, {**HELLO, "when": "name > 1"}), ("error", "wrong_type", "hello", "when")),
        ((ASK, {**HELLO, "when": "amount + 1"}), ("error", "wrong_type", "hello", "when")),
        ((ASK, {**SET, "values": {"amount": "name * 2"}}), ("error", "wrong_type", "compute", "values")),
        ((ASK, branch(case("nope", next="end"))), ("error", "unknown_name", "which", "cases")),
        ((loop(ASK, condition="nope"),), ("error", "unknown_name", "loop", "condition")),
        ((ASK, {**PAY, "inputs": {"total": "x.__class__"}}), ("error", "unknown_name", "pay", "inputs")),
        ((ASK, {**CALL, "inputs": {"x": "("}}), ("error", "bad_expression", "sub", "inputs")),
        # jumps
        ((ASK, {**HELLO, "next": "nowhere"}), ("error", "unknown_step", "hello", "next")),
        ((ASK, {**SURE, "on_deny": "nowhere"}), ("error", "unknown_step", "sure", "on_deny")),
        ((ASK, {**PAY, "on_error": "nowhere"}), ("error", "unknown_step", "pay", "on_error")),
        (({**ASK, "max_attempts": 2, "on_invalid": "nowhere"},), ("error", "unknown_step", "ask", "on_invalid")),
        ((ASK, branch(case("agreed", next="nowhere"))), ("error", "unknown_step", "which", "cases")),
        ((ASK, branch(case("agreed", next="end"), default={"next": "nowhere"})), ("error", "unknown_step", "which", "default")),
        ((ASK, {**SURE, "options": [{"label": "Y", "command": {"type": "affirm"}},
                                    {"label": "J", "command": {"type": "jump_to", "step": "nowhere"}}]}),
         ("error", "unknown_step", "sure", "options")),
        ((ASK, {"type": "link", "name": "on", "flow": "other", "next": "ask"}), ("error", "next_of_link", "on", "next")),
        (({**ASK, "next": "end"}, HELLO), ("warning", "unreachable_step", "hello", "name")),
        # loops
        (({**HELLO, "next": "hello"}, ASK), ("error", "endless_loop", "hello", "next")),
        (({**ASK, "next": "ask"},), ("warning", "no_way_out", "ask", "next")),
        # branches
        ((ASK, {**branch(case("agreed", next="end")), "default": None}), ("warning", "no_default", "which", "default")),
        ((ASK, branch(case("agreed", next="end"), case("agreed", next="end"))), ("warning", "duplicate_case", "which", "cases")),
        # confirmations
        ((ASK, {**SURE, "on_deny": "pay"}, PAY), ("error", "denial_runs_on", "sure", "on_deny")),
        ((ASK, {**SURE, "on_deny": "sorry"}, PAY, {"type": "say", "name": "sorry", "message": "Sorry.", "next": "pay"}),
         ("error", "denial_runs_on", "sure", "on_deny")),
        # actions
        ((ASK, {**PAY, "call": "nobody"}), ("error", "unknown_action", "pay", "call")),
        ((ASK, {**PAY, "inputs": {"total": "amount", "x": "1"}}), ("error", "unknown_input", "pay", "inputs")),
        ((ASK, {**PAY, "inputs": {}}), ("error", "missing_input", "pay", "inputs")),
        ((ASK, {**PAY, "outputs": {"nothing": "name"}}), ("error", "unknown_output", "pay", "outputs")),
        ((ASK, {**PAY, "retry": 2}), ("warning", "retry_ignored", "pay", "retry")),
        # other flows
        ((ASK, {**CALL, "flow": "nobody"}), ("error", "unknown_flow", "sub", "flow")),
        ((ASK, {"type": "link", "name": "on", "flow": "nobody"}), ("error", "unknown_flow", "on", "flow")),
        ((ASK, {**CALL, "flow": "draft"}), ("warning", "unpublished_flow", "sub", "flow")),
        ((ASK, {**CALL, "inputs": {"z": "name"}}), ("error", "unknown_input", "sub", "inputs")),
        ((ASK, {**CALL, "outputs": {"z": "name"}}), ("error", "unknown_output", "sub", "outputs")),
    ],
)  # fmt: skip
def test_each_finding_names_its_place(steps: tuple[dict[str, Any], ...], expected: tuple[str, ...]) -> None:
    assert expected in findings_of(*steps)


@pytest.mark.parametrize(
    ("slot", "expected"),
    [
        ({"name": "s", "normalise": ["nobody"]}, ("error", "unknown_normaliser", "s", "normalise")),
        ({"name": "s", "validators": [{"name": "nobody"}]}, ("error", "unknown_validator", "s", "validators")),
        ({"name": "s", "validators": [{"name": "min", "arguments": {"x": 1}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "positive"}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "pattern", "arguments": {"pattern": "("}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "normalise": ["strip"]}, ("error", "wrong_type", "s", "normalise")),
        ({"name": "s", "type": "choice", "choices": [{"value": "a", "label": "A {"}]}, ("error", "bad_message", "s", "choices")),
        ({"name": "s", "type": "integer", "initial": "many"}, ("error", "bad_value", "s", "initial")),
        ({"name": "s", "prompt": "{nobody}"}, ("error", "unknown_placeholder", "s", "prompt")),
        ({"name": "s", "error_message": "{"}, ("error", "bad_message", "s", "error_message")),
        ({"name": "now"}, ("error", "reserved_name", "now", "name")),
        ({"name": "error"}, ("error", "reserved_name", "error", "name")),
        ({"name": "name"}, ("error", "duplicate_slot", "name", "name")),
    ],
)  # fmt: skip
def test_each_finding_about_a_slot(slot: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert expected in findings_of(ASK, HELLO, slots=[*SLOTS, slot])


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"guard": "nope"}, ("error", "unknown_name", "", "guard")),
        ({"guard": "amount"}, ("error", "wrong_type", "", "guard")),
        ({"triggers": ["greet {name}", "greet {nmae}"]}, ("warning", "unknown_marker", "", "triggers")),
        ({"inputs": ["city"]}, ("error", "unknown_slot", "", "inputs")),
        ({"outputs": ["city"]}, ("error", "unknown_slot", "", "outputs")),
        ({"persist": ["city"]}, ("error", "unknown_slot", "", "persist")),
        ({"bot_slots": [{"name": "name"}]}, ("warning", "hidden_slot", "name", "name")),
        ({"bot_slots": [{"name": "error"}]}, ("error", "reserved_name", "error", "name")),
        ({"bot_slots": [{"name": "b", "error_message": "Bad {"}]}, ("error", "bad_message", "b", "error_message")),
    ],
)
def test_each_finding_about_the_flow(more: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert expected in findings_of(ASK, HELLO, **more)


def test_an_example_with_a_slot_of_the_flow_or_the_bot_is_fine() -> None:
    triggers = ["greet {name}", "greet me in {city}", "hi"]

    assert not [
        code
        for _, code, _, _ in findings_of(ASK, HELLO, triggers=triggers, bot_slots=[{"name": "city"}])
        if code == "unknown_marker"
    ]


def test_a_check_that_fits_no_such_value_says_so_without_the_words_of_programmers() -> None:
    def sentence(validator: dict[str, Any], type: str) -> str:
        written = {"name": "greet", "slots": [{"name": "s", "type": type, "validators": [validator]}], "steps": [ASK]}
        found = validate(FlowDefinition.model_validate(written), CONTEXT)
        return next(finding.sentence for finding in found if finding.code == "bad_argument")

    assert sentence({"name": "min_length"}, "integer") == "“min_length” can't check a value of type integer."
    limited = {"name": "max", "arguments": {"limit": "twelve"}}
    assert sentence(limited, "integer") == "“max” can't check a value of type integer with limit 'twelve'."


def test_a_denial_that_goes_back_or_elsewhere_is_fine() -> None:
    bye = {"type": "say", "name": "bye", "message": "Bye.", "next": "end"}

    for on_deny in ("ask", "bye", "end"):
        codes = [finding[1] for finding in findings_of(ASK, {**SURE, "on_deny": on_deny}, {**PAY, "next": "end"}, bye)]
        assert "denial_runs_on" not in codes


def test_all_findings_come_at_once() -> None:
    broken = [{**ASK, "slot": "city"}, {**HELLO, "message": "{nobody}", "next": "nowhere"}]

    codes = {code for _, code, _, _ in findings_of(*broken)}

    assert {"unknown_slot", "unknown_placeholder", "unknown_step", "unfilled_slot"} <= codes


def test_a_finding_reads_as_a_sentence() -> None:
    definition = FlowDefinition.model_validate({"name": "greet", "steps": [{**HELLO, "message": "Bye", "next": "x"}]})

    (finding,) = validate(definition)

    assert finding.severity is Severity.ERROR
    assert str(finding) == "step “hello”: There is no step “x” to go to."


def nested(depth: int) -> dict[str, Any]:
    step: dict[str, Any] = {"type": "say", "name": f"s{depth}", "message": "Deep."}
    for level in reversed(range(depth)):
        step = {"type": "branch", "name": f"s{level}", "cases": [{"when": "agreed", "steps": [step]}], "default": {}}
    return step


def test_fifty_levels_are_fine_and_more_are_refused() -> None:
    assert [f for f in findings_of(ASK, nested(50)) if f[0] == "error"] == []
    assert ("error", "too_deep", "s51", "name") in findings_of(ASK, nested(51))
