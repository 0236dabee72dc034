"""Validators, normalisers and fixed values that don't fit their slots."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext

from flows_app.expressions.type_check import sample
from flows_app.flow_language import FlowDefinition, SlotDefinition, Step
from flows_app.flow_language.forms import fields_of_kind
from flows_app.flow_language.slots import ValidatorUse
from flows_app.flow_language.uses import asked_slot, decided_by, options_at
from flows_app.registry import registry
from flows_app.validation.builtin_checks import contradiction_of, problems_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error
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
                "bad_value",
                gettext("The slot refuses its own initial value: {reason}").format(reason=reason),
                slot=slot.name,
                field="initial",
            )
    for step in definition.all_steps():
        for inside, name, value in _fixed_values(step):
            if name in sound and (reason := _refusal(sound[name], value)):
                sentence = gettext("The slot “{name}” refuses “{value}”: {reason}").format(
                    name=name, value=value, reason=reason
                )
                yield error("bad_value", sentence, step=step.name, field=str(inside[0]), inside=inside)


def is_sound(slot: SlotDefinition) -> bool:
    """Whether its checks can be run."""
    return not any(_of_slot(slot))


def _of_slot(slot: SlotDefinition) -> Iterator[Finding]:
    for name in slot.normalise:
        if name not in registry.normalisers:
            yield error(
                "unknown_normaliser",
                gettext("No normaliser is called “{name}”.").format(name=name),
                slot=slot.name,
                field="normalise",
            )
        elif reason := _breaks(registry.normalisers[name].function, slot):
            sentence = gettext("“{name}” can't normalise a value of type {type} ({reason}).").format(
                name=name, type=slot.type, reason=reason
            )
            yield error("wrong_type", sentence, slot=slot.name, field="normalise")
    unfit = [problem for number, use in enumerate(slot.validators) for problem in _of_use(slot, use, number)]
    yield from unfit
    if not unfit and (contradiction := contradiction_of(slot)):
        yield error("bad_argument", contradiction, slot=slot.name, field="validators")


def _of_use(slot: SlotDefinition, use: ValidatorUse, number: int) -> Iterator[Finding]:
    inside: Path = ("validators", number)
    found = partial(error, slot=slot.name, field="validators")
    validator = registry.validators.get(use.name)
    if validator is None:
        yield found("unknown_validator", gettext("No check is called “{check}”.").format(check=use.name), inside=inside)
        return
    if validator.arguments is not None and (unknown := sorted(set(use.arguments) - validator.arguments)):
        yield found(
            "bad_argument",
            gettext("“{check}” takes no argument “{name}”.").format(check=use.name, name=unknown[0]),
            inside=inside,
        )
    elif missing := sorted(validator.needed - set(use.arguments)):
        yield found(
            "bad_argument",
            gettext("“{check}” needs its “{name}”.").format(check=use.name, name=missing[0]),
            inside=inside,
        )
    elif problems := list(problems_of(slot, use)):
        for argument, sentence in problems:
            at = (*inside, "arguments", argument) if argument in use.arguments else inside
            yield found("bad_argument", sentence, inside=at)
    elif reason := _breaks(validator.function, slot, **use.arguments):
        sentence = _why_not(use, slot, reason, unfit=_breaks(validator.function, slot) is not None)
        yield found("bad_argument", sentence, inside=inside)


def _why_not(use: ValidatorUse, slot: SlotDefinition, reason: str, *, unfit: bool) -> str:
    """`unfit`: no argument would help. A usual error tells an author nothing, another one tells who wrote the check."""
    told = "" if reason in ("TypeError", "AttributeError") else f" ({reason})"
    if unfit or not use.arguments:
        return gettext("“{check}” can't check a value of type {type}{told}.").format(
            check=use.name, type=slot.type, told=told
        )
    given = ", ".join(f"{name} “{value}”" for name, value in use.arguments.items())
    return gettext("“{check}” can't check a value of type {type} with {given}{told}.").format(
        check=use.name, type=slot.type, given=given, told=told
    )


def _fixed_values(step: Step) -> Iterator[tuple[Path, str, object]]:
    """The place in the step, slot and value that an author wrote down."""
    slot = decided_by(step)
    for field in fields_of_kind(type(step), "cases") if slot else ():
        for number, case in enumerate(getattr(step, field.key)):
            if case.value is not None:
                yield (field.key, number, "value"), str(slot), case.value
    asked = asked_slot(step)
    for inside, option in options_at(step):
        given = option.command.model_dump() if option.command else {}
        if "value" in given:
            yield (*inside, "command", "value"), given["slot"], given["value"]
        elif asked and option.value is not None:
            yield (*inside, "value"), asked, option.value


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
