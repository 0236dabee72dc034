"""Every finding: what raises it, and the place it names."""

from dataclasses import replace
from typing import Any

import pytest

from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.validation import FlowSignature, Severity, ValidationContext, validate
from flows_app.validation.context import ActionSignature

ASK = {"type": "collect", "name": "ask", "slot": "name", "message": "Name?"}
HELLO = {"type": "say", "name": "hello", "message": "Hello, {name}!"}
SURE = {"type": "confirm", "name": "sure", "message": "Sure?"}
SET = {"type": "set", "name": "compute", "values": {"amount": "1.5"}}
PAY = {"type": "action", "name": "pay", "call": "pay", "inputs": {"total": "amount"}, "outputs": {"id": "name"}}
CALL = {"type": "call", "name": "sub", "flow": "other", "inputs": {"x": "name"}, "outputs": {"y": "name"}}
BOTH = {"en": "Hello", "es": "Hola"}
SLOTS: list[dict[str, Any]] = [
    {"name": "name"},
    {"name": "amount", "type": "number", "initial": 1},
    {"name": "agreed", "type": "boolean", "initial": True},
    {"name": "kind", "type": "choice", "choices": [{"value": "a"}, {"value": "b"}], "initial": "a"},
    {"name": "count", "type": "integer", "initial": 1, "validators": [{"name": "max", "arguments": {"limit": 9}}]},
    {"name": "day", "type": "date", "initial": "2026-05-31"},
    {"name": "extras", "type": "list", "initial": []},
    {"name": "order", "type": "object", "initial": {}},
    {"name": "pin", "sensitive": True, "initial": "1234"},
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
    is_led_to=lambda flow: flow != "greet",
    slots_of=lambda flow: {"x": SlotDefinition(name="x", type="integer")} if flow == "other" else {},
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


def to(slot: str, expression: str) -> dict[str, Any]:
    return {**SET, "values": {slot: expression}}


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


def test_doubts_begin_with_the_first_step() -> None:
    assert findings_of() == [("error", "no_steps", "", "steps")]


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
        # languages
        ((ASK, HELLO), ("warning", "missing_language", "", "")),
        ((ASK, {**HELLO, "message": {"en": "Hi"}}), ("warning", "missing_language", "hello", "message")),
        ((ASK, {**HELLO, "message": {"es": ["Hola", "Buenas"]}}), ("warning", "missing_language", "hello", "message")),
        ((ASK, {**HELLO, "message": BOTH}), ("warning", "missing_language", "ask", "message")),
        (({**ASK, "message": BOTH, "reask": "Again?"},), ("warning", "missing_language", "ask", "reask")),
        ((ASK, {**SURE, "message": BOTH, "options": [{"label": "Yes", "command": {"type": "affirm"}}]}), ("warning", "missing_language", "sure", "options")),
        ((ASK, {"type": "handoff", "name": "person", "message": {"en": "Wait."}}), ("warning", "missing_language", "person", "message")),
        ((ASK, {"type": "generate", "name": "g", "instruction": "x", "fallback": {"en": "?!x"}}), ("warning", "missing_language", "g", "fallback")),
        # sensitive slots
        ((ASK, {**HELLO, "message": "{pin}"}), ("warning", "shows_sensitive", "hello", "message")),
        ((ASK, {**SURE, "message": {"en": "Sure?", "es": "¿{pin}?"}}), ("warning", "shows_sensitive", "sure", "message")),
        ((ASK, {**SURE, "options": [{"label": "{pin}", "command": {"type": "affirm"}}]}), ("warning", "shows_sensitive", "sure", "options")),
        ((ASK, {"type": "call", "name": "c", "flow": "other", "inputs": {"x": "int(pin)"}}), ("warning", "loses_sensitive", "c", "inputs")),
        ((ASK, {"type": "link", "name": "l", "flow": "other", "inputs": {"x": "int(pin)"}}), ("warning", "loses_sensitive", "l", "inputs")),
        ((ASK, {"type": "handoff", "name": "person", "message": "{pin}"}), ("warning", "shows_sensitive", "person", "message")),
        ((ASK, {"type": "generate", "name": "g", "instruction": "{pin}", "fallback": "x"}), ("warning", "shows_sensitive", "g", "instruction")),
        ((ASK, {"type": "generate", "name": "g", "instruction": "x", "fallback": "x", "context": ["pin"]}), ("warning", "shows_sensitive", "g", "context")),
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
        # values that don't fit
        ((ASK, to("extras", "''")), ("error", "misfit", "compute", "values")),
        ((ASK, to("extras", "5")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "'many'")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "agreed")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "extras")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "day - day")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "12")), ("error", "misfit", "compute", "values")),
        ((ASK, to("day", "extras")), ("error", "misfit", "compute", "values")),
        ((ASK, to("day", "count + 1")), ("error", "misfit", "compute", "values")),
        ((ASK, to("name", "extras")), ("error", "misfit", "compute", "values")),
        ((ASK, to("kind", "'c'")), ("error", "misfit", "compute", "values")),
        ((ASK, to("agreed", "amount")), ("error", "misfit", "compute", "values")),
        ((ASK, to("order", "name")), ("error", "misfit", "compute", "values")),
        ((ASK, to("count", "name")), ("warning", "may_not_fit", "compute", "values")),
        ((ASK, to("count", "amount * 2.0")), ("warning", "may_not_fit", "compute", "values")),
        ((ASK, to("day", "name")), ("warning", "may_not_fit", "compute", "values")),
        ((ASK, to("name", "''")), ("warning", "empty_text", "compute", "values")),
        ((ASK, {**CALL, "inputs": {"x": "'many'"}}), ("error", "misfit", "sub", "inputs")),
        ((ASK, {**CALL, "inputs": {"x": "agreed"}}), ("error", "misfit", "sub", "inputs")),
        ((ASK, {"type": "link", "name": "on", "flow": "other", "inputs": {"x": "agreed"}}), ("error", "misfit", "on", "inputs")),
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
        ({"name": "s", "type": "date", "validators": [{"name": "not_before", "arguments": {"date": "banana"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "date", "validators": [{"name": "not_before", "arguments": {"date": "today + soon"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "date", "validators": [{"name": "not_before", "arguments": {"date": "1/2/2026"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "date", "validators": [{"name": "not_before"}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "time", "validators": [{"name": "not_before", "arguments": {"date": "today"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "time", "validators": [{"name": "not_after", "arguments": {"date": "9:00"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "not_before", "arguments": {"date": "today"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "date", "validators": [{"name": "min_length", "arguments": {"limit": 3}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "validators": [{"name": "max"}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "validators": [{"name": "min", "arguments": {"limit": "5"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "max_length", "arguments": {"limit": 2.5}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "pattern"}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "one_of", "arguments": {"values": "a, b"}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "validators": [{"name": "one_of", "arguments": {"values": ["1"]}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "validators": [{"name": "min", "arguments": {"limit": 10}}, {"name": "max", "arguments": {"limit": 5}}]},
         ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "min_length", "arguments": {"limit": 10}}, {"name": "max_length", "arguments": {"limit": 5}}]},
         ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "date", "validators": [{"name": "not_before", "arguments": {"date": "today+7"}}, {"name": "not_after", "arguments": {"date": "today"}}]},
         ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "validators": [{"name": "pattern", "arguments": {"pattern": "("}}]}, ("error", "bad_argument", "s", "validators")),
        ({"name": "s", "type": "integer", "normalise": ["strip"]}, ("error", "wrong_type", "s", "normalise")),
        ({"name": "s", "type": "choice", "choices": [{"value": "a", "label": "A {"}]}, ("error", "bad_message", "s", "choices")),
        ({"name": "s", "type": "integer", "initial": "many"}, ("error", "bad_value", "s", "initial")),
        ({"name": "s", "prompt": {"en": "Which?"}}, ("warning", "missing_language", "s", "prompt")),
        ({"name": "s", "error_message": {"en": "No."}}, ("warning", "missing_language", "s", "error_message")),
        ({"name": "s", "type": "choice", "choices": [{"value": "a", "label": {"en": "A"}}]}, ("warning", "missing_language", "s", "choices")),
        ({"name": "s", "type": "choice", "choices": [{"value": "medium", "label": "Large"}, {"value": "large"}]}, ("warning", "ambiguous_choice", "s", "choices")),
        ({"name": "s", "type": "choice", "choices": [{"value": "a", "synonyms": ["x"]}, {"value": "b", "label": {"en": "B", "es": "X"}}]},
         ("warning", "ambiguous_choice", "s", "choices")),
        ({"name": "s", "error_message": "Not {pin}."}, ("warning", "shows_sensitive", "s", "error_message")),
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
        ({"bot_slots": [{"name": "b", "prompt": {"en": "Which?"}}]}, ("warning", "missing_language", "b", "prompt")),
        ({}, ("warning", "never_started", "", "triggers")),
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


def codes_of(definition: dict[str, Any], **context: Any) -> list[str]:
    found = validate(FlowDefinition.model_validate(definition), replace(CONTEXT, **context))
    return [finding.code for finding in found]


def sentences_of(code: str, *steps: dict[str, Any]) -> list[str]:
    written = {"name": "greet", "slots": SLOTS, "steps": steps}
    return [one.sentence for one in validate(FlowDefinition.model_validate(written), CONTEXT) if one.code == code]


@pytest.mark.parametrize("message", ["{name}", "{amount} €", "123", "…", ["{name}!", "{name}?"], {"en": "{name}"}])
def test_a_text_without_words_is_the_same_in_every_language(message: Any) -> None:
    translated = {"type": "say", "name": "both", "message": BOTH}

    assert sentences_of("missing_language", translated, {**HELLO, "message": message}) == []


def test_languages_are_told_by_their_names() -> None:
    assert sentences_of("missing_language", {**HELLO, "message": {"en": "Hi"}}) == ["There is no text in Spanish."]
    assert sentences_of("missing_language", HELLO, {**ASK, "message": "Name?"}) == [
        "All its texts are in English only: there are none in Spanish."
    ]


def test_a_text_in_a_language_serves_its_regions_and_one_language_needs_no_other() -> None:
    spoken = {"name": "greet", "steps": [{**HELLO, "message": BOTH}]}

    assert "missing_language" not in codes_of(spoken, languages=("en", "es-MX"))
    assert "missing_language" not in codes_of({**spoken, "steps": [HELLO]}, languages=("en",))


@pytest.mark.parametrize(
    ("more", "led_to"), [({"triggers": ["hi"]}, False), ({"description": "Greets."}, False), ({}, True)]
)
def test_a_flow_that_something_starts_is_fine(more: dict[str, Any], led_to: bool) -> None:
    written = {"name": "greet", "steps": [{**HELLO, "message": "Hi"}], **more}

    assert "never_started" not in codes_of(written, is_led_to=lambda flow: led_to)


def test_a_check_that_fits_no_such_value_says_so_without_the_words_of_programmers() -> None:
    def sentence(validator: dict[str, Any], type: str) -> str:
        written = {"name": "greet", "slots": [{"name": "s", "type": type, "validators": [validator]}], "steps": [ASK]}
        found = validate(FlowDefinition.model_validate(written), CONTEXT)
        return next(finding.sentence for finding in found if finding.code == "bad_argument")

    assert sentence({"name": "min_length"}, "integer") == "“min_length” can't check a value of type integer."
    limited = {"name": "max", "arguments": {"limit": "twelve"}}
    assert sentence(limited, "integer") == "“twelve” is no number."


@pytest.mark.parametrize(
    ("slot", "expression"),
    [
        ("name", "count"),
        ("name", "agreed"),
        ("name", "amount * 2.0"),
        ("name", "today"),
        ("name", "null"),
        ("name", "order.id"),
        ("count", "count + 1"),
        ("count", "size(extras)"),
        ("count", "order.id"),
        ("count", "extras[0]"),
        ("count", "int(amount)"),
        ("amount", "count"),
        ("amount", "'12.5'"),
        ("day", "today + duration('24h')"),
        ("day", "'2026-06-01'"),
        ("kind", "'b'"),
        ("kind", "name"),
        ("extras", "[]"),
        ("extras", "extras + [name]"),
        ("extras", "name"),
        ("agreed", "count > 1"),
        ("agreed", "'yes'"),
        ("order", "{'id': count}"),
    ],
)
def test_what_fits_its_slot_is_fine(slot: str, expression: str) -> None:
    codes = [finding[1] for finding in findings_of(ASK, to(slot, expression))]

    assert not {"misfit", "may_not_fit", "wrong_type", "empty_text"} & {*codes}


def test_a_value_that_does_not_fit_is_told_with_slot_type_and_kind() -> None:
    def sentence(slot: str, expression: str) -> str:
        written = {"name": "greet", "slots": SLOTS, "steps": [ASK, to(slot, expression)]}
        found = validate(FlowDefinition.model_validate(written), CONTEXT)
        return next(finding.sentence for finding in found if finding.field == "values")

    assert sentence("extras", "''") == (
        "An empty text is no value for the slot “extras” (list): write [] for an empty list."
    )
    assert sentence("count", "agreed") == "“agreed” gives true or false, which does not fit the slot “count” (integer)."
    assert sentence("count", "12") == (
        "“12” does not pass the checks of the slot “count” (integer): It must be at most 9."
    )
    assert sentence("count", "name") == (
        "“name” may give a text that does not fit the slot “count” (integer): then the flow stops here."
    )


@pytest.mark.parametrize(
    ("type", "name", "arguments"),
    [
        ("date", "not_before", {"date": "today"}),
        ("date", "not_after", {"date": "today+7"}),
        ("date", "not_after", {"date": "today - 30"}),
        ("date", "not_before", {"date": "2026-06-01"}),
        ("datetime", "not_before", {"date": "today"}),
        ("datetime", "not_before", {"date": "2026-06-01T12:00"}),
        ("time", "not_after", {"date": "22:00"}),
        ("integer", "one_of", {"values": [1, 2]}),
        ("integer", "min", {"limit": 1}),
        ("text", "pattern", {"pattern": "[A-Z]{3}"}),
    ],
)
def test_checks_with_sound_arguments_are_fine(type: str, name: str, arguments: dict[str, Any]) -> None:
    slot = {"name": "s", "type": type, "validators": [{"name": name, "arguments": arguments}]}

    assert not [finding for finding in findings_of(ASK, HELLO, slots=[*SLOTS, slot]) if finding[0] == "error"]


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


@pytest.mark.parametrize(("items", "found"), [("kind", False), ("name", True), ("city", True)])
def test_items_are_choices_of_a_choice_slot(items: str, found: bool) -> None:
    slots = [*SLOTS, {"name": "kinds", "type": "list", "items": items, "initial": []}]
    assert (("error", "unknown_slot", "kinds", "items") in findings_of(ASK, slots=slots)) is found


ADD = {"name": "add", "type": "set", "values": {"extras": "extras + [kind]"}}


@pytest.mark.parametrize(
    ("message", "items", "found"),
    [("With {extras}.", "", True), ("With {extras}.", "kind", False), ("Added.", "", False)],
)
def test_a_list_of_picks_that_a_text_shows_says_whose_choices_they_are(message: str, items: str, found: bool) -> None:
    slots = [slot | ({"items": items} if items and slot["name"] == "extras" else {}) for slot in SLOTS]
    findings = findings_of(ASK, ADD, {**HELLO, "message": message}, slots=slots)
    assert (("warning", "items_without_labels", "extras", "items") in findings) is found
