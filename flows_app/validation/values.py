"""Validators, normalisers and fixed values that don't fit their slots."""

from collections.abc import Callable, Iterator
from typing import Any

from flows_app.expressions.type_check import sample
from flows_app.language import BranchStep, CollectStep, FlowDefinition, SlotDefinition
from flows_app.language.options import CorrectSlot, SetSlot
from flows_app.registry import registry
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.parts import options_of
from flows_app.values import ValueRefused, accept


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    sound: dict[str, SlotDefinition] = {}
    for slot in definition.slots_by_name.values():
        problems = list(_of_slot(slot))
        yield from problems
        if not problems:
            sound[slot.name] = slot
    for slot in sound.values():
        if slot.initial is not None and (reason := _refusal(slot, slot.initial)):
            yield error(
                "bad_value", f"The slot refuses its own initial value: {reason}", slot=slot.name, field="initial"
            )
    for step in definition.all_steps():
        for field, name, value in _fixed_values(step):
            if name in sound and (reason := _refusal(sound[name], value)):
                sentence = f"The slot “{name}” refuses the value {value!r}: {reason}"
                yield error("bad_value", sentence, step=step.name, field=field)


def _of_slot(slot: SlotDefinition) -> Iterator[Finding]:
    for name in slot.normalise:
        if name not in registry.normalisers:
            yield error("unknown_normaliser", f"No normaliser is called “{name}”.", slot=slot.name, field="normalise")
        elif reason := _breaks(registry.normalisers[name].function, slot):
            sentence = f"“{name}” can't normalise a value of type {slot.type} ({reason})."
            yield error("wrong_type", sentence, slot=slot.name, field="normalise")
    for use in slot.validators:
        validator = registry.validators.get(use.name)
        if validator is None:
            yield error(
                "unknown_validator", f"No validator is called “{use.name}”.", slot=slot.name, field="validators"
            )
        elif validator.arguments is not None and (unknown := sorted(set(use.arguments) - validator.arguments)):
            sentence = f"“{use.name}” takes no argument “{unknown[0]}”."
            yield error("bad_argument", sentence, slot=slot.name, field="validators")
        elif reason := _breaks(validator.function, slot, **use.arguments):
            sentence = f"“{use.name}” can't check a value of type {slot.type} with these arguments ({reason})."
            yield error("bad_argument", sentence, slot=slot.name, field="validators")


def _fixed_values(step: object) -> Iterator[tuple[str, str, object]]:
    """Field, slot and value that an author wrote down."""
    if isinstance(step, BranchStep) and step.slot:
        for case in step.cases:
            if case.value is not None:
                yield "cases", step.slot, case.value
    for option in options_of(step):  # type: ignore[arg-type]
        if isinstance(option.command, CorrectSlot | SetSlot):
            yield "options", option.command.slot, option.command.value
        elif isinstance(step, CollectStep) and option.value is not None:
            yield "options", step.slot, option.value


def _refusal(slot: SlotDefinition, value: object) -> str | None:
    try:
        accept(slot, value)
    except ValueRefused as refused:
        return str(refused)
    return None


def _breaks(function: Callable[..., Any], slot: SlotDefinition, **arguments: Any) -> str | None:
    """Why a function can't work on values of this type, tried on a sample. Refusing one is its good right."""
    try:
        function(sample(slot), **arguments)
    except ValueError:
        return None
    except Exception as broken:  # noqa: BLE001  whatever it raises, it would raise it on the user's value
        return type(broken).__name__
    return None
