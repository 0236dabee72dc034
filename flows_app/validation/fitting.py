"""Values that steps compute, and the slots that are to hold them: of this flow, or of one that it calls."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext

from flows_app.expressions import BadExpression, CompiledExpression, compile_expression, sample_results
from flows_app.flow_language import FlowDefinition, SlotDefinition, Step
from flows_app.flow_language.forms import fields_of_kind
from flows_app.flow_language.uses import flow_of, inputs_of, key_of
from flows_app.slot_types import Family, type_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error, warning
from flows_app.validation.values import is_sound
from flows_app.values import DoesNotFit, accept_from_machine, kind_of

# Whether a text fits these is known only when the flow runs.
_READ_FROM_TEXTS = Family.WORDS | Family.LIST


@dataclass(frozen=True)
class _Target:
    """Slot that a computed value is for."""

    slot: SlotDefinition
    inside: Path
    called: str

    def finding(self, kind: Callable[..., Finding], code: str, sentence: str, step: Step) -> Finding:
        return kind(code, sentence, step=step.name, field=str(self.inside[0]), inside=self.inside)


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        for source, target in _targets(step, definition, context):
            try:
                compiled = compile_expression(source, definition.slots_by_name)
            except BadExpression:
                continue  # a finding of its own
            yield from _misfits(compiled, target, step)


def _targets(step: Step, definition: FlowDefinition, context: ValidationContext) -> Iterator[tuple[str, _Target]]:
    for field in fields_of_kind(type(step), "slot_expressions"):
        for name, source in getattr(step, field.key).items():
            if slot := definition.slots_by_name.get(name):
                yield (
                    source,
                    _Target(
                        slot, (field.key, name), gettext("the slot “{name}” ({type})").format(name=name, type=slot.type)
                    ),
                )
    flow, inputs = flow_of(step), inputs_of(step)
    if flow and inputs:
        taken = definition.slots_by_name if flow == definition.name else context.slots_of(flow)
        for name, source in inputs.items():
            if slot := taken.get(name):
                called = gettext("the input “{name}” of “{flow}” ({type})").format(name=name, flow=flow, type=slot.type)
                yield source, _Target(slot, (key_of(step, "inputs"), name), called)


def _misfits(compiled: CompiledExpression, target: _Target, step: Step) -> Iterator[Finding]:
    results = [result for result in sample_results(compiled) if result is not None]
    if results and compiled.is_constant:
        yield from _of_constant(compiled.source, results[0], target, step)
        return
    refused = [result for result in results if not _is_of_type(target.slot, result)]
    if not refused or _depends_on_contents(compiled, results):
        return
    kind, never = gettext(kind_of(refused[0])), len(refused) == len(results)
    slot_type = type_of(target.slot)
    if isinstance(refused[0], str):
        never = not slot_type.takes_texts
        if _READ_FROM_TEXTS & slot_type.families:
            return
    elif isinstance(refused[0], int | float) and slot_type.takes_numbers_as_texts:
        return
    if never:
        sentence = gettext("“{source}” gives {kind}, which does not fit {called}.").format(
            source=compiled.source, kind=kind, called=target.called
        )
        yield target.finding(error, "misfit", sentence, step)
    else:
        sentence = gettext("“{source}” may give {kind} that does not fit {called}: then the flow stops here.").format(
            source=compiled.source, kind=kind, called=target.called
        )
        yield target.finding(warning, "may_not_fit", sentence, step)


def _of_constant(source: str, value: Any, target: _Target, step: Step) -> Iterator[Finding]:
    found = partial(target.finding, step=step)
    if isinstance(value, str) and not value.strip():
        if type_of(target.slot).is_list:
            yield found(
                error,
                "misfit",
                gettext("An empty text is no value for {called}: write [] for an empty list.").format(
                    called=target.called
                ),
            )
        elif place := _where_slots_are_emptied(step):
            sentence = gettext(
                "An empty text leaves “{slot}” without a value: name it under “{place}” instead."
            ).format(slot=target.slot.name, place=place)
            yield found(warning, "empty_text", sentence)
    elif not _is_of_type(target.slot, value):
        yield found(
            error,
            "misfit",
            gettext("“{source}” is {kind}, which does not fit {called}.").format(
                source=source, kind=gettext(kind_of(value)), called=target.called
            ),
        )
    elif is_sound(target.slot) and (reason := _refusal(target.slot, value)):
        yield found(
            error,
            "misfit",
            gettext("“{source}” does not pass the checks of {called}: {reason}").format(
                source=source, called=target.called, reason=reason
            ),
        )


def _where_slots_are_emptied(step: Step) -> str | None:
    return next((one.label for one in fields_of_kind(type(step), "slot_list") if one.use == "empties"), None)


def _depends_on_contents(compiled: CompiledExpression, results: list[Any]) -> bool:
    """Tells whether the kind of result depends on contents of a list or an object, known only in a running flow."""
    return compiled.is_open_ended and len({kind_of(result) for result in results}) > 1


def _is_of_type(slot: SlotDefinition, value: Any) -> bool:
    return _refusal(SlotDefinition(name=slot.name, type=slot.type, choices=slot.choices), value) is None


def _refusal(slot: SlotDefinition, value: Any) -> str | None:
    try:
        accept_from_machine(slot, value, "")
    except DoesNotFit as misfit:
        return str(misfit.__cause__ or misfit)
    return None
