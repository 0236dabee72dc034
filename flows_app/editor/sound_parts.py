"""Findings of a document that is no definition: what is right in it is looked at all the same.

Otherwise one empty field would make every other finding vanish until it is filled. Each wrong part gets a stand-in of
the same name; only findings count that stay true whatever the author puts there.
"""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from flows_app.drafts.empty_rows import without_empty_rows
from flows_app.drafts.reading import slot_as_written
from flows_app.drafts.taking_apart import Written, are_parts, nesting_of_type, own_and_nested
from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.flow_language.base import NAME_PATTERN
from flows_app.flow_language.flow import is_language_version
from flows_app.flow_language.steps import read_step
from flows_app.models import Flow
from flows_app.validation import Finding, validate, validation_context

_SAY = {"type": "say", "message": "any"}
# Findings of single fields, which depend neither on other fields nor on a step's place.
_LASTING = frozenset(
    {
        "bad_expression",
        "bad_message",
        "bad_value",
        "option_without_command",
        "reserved_name",
        "unknown_action",
        "unknown_flow",
        "unknown_input",
        "unknown_name",
        "unknown_normaliser",
        "unknown_output",
        "unknown_placeholder",
        "unknown_slot",
        "unknown_step",
        "unknown_validator",
    }
)


def findings_of_sound_parts(flow: Flow, document: Written) -> tuple[Finding, ...]:
    document = without_empty_rows(document)
    slots = [_slot_or_stand_in(slot) for slot in _parts(document, "slots") if _is_name(slot.get("name"))]
    stand_ins: set[str] = set()
    written = {
        "name": flow.name,
        "language_version": _language_version(flow, document),
        "slots": [slot for slot, _ in slots],
        "bot_slots": [slot_as_written(slot) for slot in flow.bot.slots.all()],
        "steps": list(_steps(_parts(document, "steps"), stand_ins)),
    }
    try:
        definition = FlowDefinition.model_validate(written)
    except ValidationError:
        return ()
    odd_slots = {slot["name"] for slot, is_sound in slots if not is_sound}
    return tuple(
        finding
        for finding in validate(definition, validation_context(flow.bot))
        if finding.code in _LASTING and finding.step not in stand_ins and finding.slot not in odd_slots
    )


def _language_version(flow: Flow, document: Written) -> int:
    written = document.get("language_version")
    return written if is_language_version(written) else flow.language_version


def _parts(document: Written, key: str) -> list[Written]:
    parts: list[Written] = document[key] if are_parts(document.get(key)) else []
    return parts


def _slot_or_stand_in(slot: Written) -> tuple[Written, bool]:
    """The content of an object is unknown, so that nothing is reported about its use."""
    try:
        SlotDefinition.model_validate(slot)
    except ValidationError:
        return {"name": slot["name"], "type": "object"}, False
    return slot, True


def _steps(steps: list[Written], stand_ins: set[str]) -> Iterator[Written]:
    """One after the other: where they stand is not looked at."""
    for step in steps:
        own, nested = own_and_nested(step)
        yield _step_or_stand_in(own, stand_ins)
        for _, inner in nested:
            yield from _steps(inner, stand_ins)


def _step_or_stand_in(own: Written, stand_ins: set[str]) -> Written:
    is_loop = "steps" in nesting_of_type(own.get("type"))
    alone = {**own, "steps": [{**_SAY, "name": f"inside_{len(stand_ins)}"}]} if is_loop else own
    if is_loop:
        stand_ins.add(f"inside_{len(stand_ins)}")
    try:
        read_step(alone)
    except ValidationError:
        name = own.get("name")
        stand_in = str(name) if _is_name(name) else f"nameless_{len(stand_ins)}"
        stand_ins.add(stand_in)
        return {**_SAY, "name": stand_in}
    return alone


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(NAME_PATTERN, name) is not None
