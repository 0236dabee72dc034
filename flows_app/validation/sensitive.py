"""Sensitive slots that a text shows, that a language model is to write about, or that another flow gets unmarked."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.uses import flow_of, inputs_of, key_of, slot_uses, templates_of
from flows_app.masking import sensitive_slots
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, warning
from flows_app.validation.parts import named_in, shown_by, texts_of, texts_of_slot


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    sensitive = sensitive_slots(definition)
    if not sensitive:
        return
    for step in definition.all_steps():
        unseen = {inside for inside, _ in templates_of(step)}
        for inside, text in texts_of(step):
            for name in sorted(shown_by(text) & sensitive):
                sentence = _unseen(name) if inside in unseen else _shown(name)
                yield warning("shows_sensitive", sentence, step=step.name, field=str(inside[0]), inside=inside)
        for inside, name, use, _ in slot_uses(step):
            if unseen and use == "reads" and name in sensitive:
                yield warning("shows_sensitive", _unseen(name), step=step.name, field=str(inside[0]), inside=inside)
        if flow := flow_of(step):
            yield from _handed_on_unmarked(step, flow, sensitive, context)
    for slot in definition.slots_by_name.values():
        for inside, text in texts_of_slot(slot):
            for name in sorted(shown_by(text) & sensitive):
                yield warning("shows_sensitive", _shown(name), slot=slot.name, field=str(inside[0]), inside=inside)


def _handed_on_unmarked(
    step: Step, flow: str, sensitive: frozenset[str], context: ValidationContext
) -> Iterator[Finding]:
    inputs = inputs_of(step)
    taken = context.slots_of(flow) if inputs else {}
    for name, source in inputs.items():
        if name in taken and not taken[name].sensitive and (handed := sorted(named_in(source) & sensitive)):
            sentence = gettext(
                "“{handed}” is sensitive, but not the slot “{name}” of “{flow}”: make it so there."
            ).format(handed=handed[0], name=name, flow=flow)
            field = key_of(step, "inputs")
            yield warning("loses_sensitive", sentence, step=step.name, field=field, inside=(field, name))


def _shown(name: str) -> str:
    return gettext(
        "“{name}” is sensitive, and this text shows its value in the chat: leave it out if people need not see it."
    ).format(name=name)


def _unseen(name: str) -> str:
    return gettext(
        "“{name}” is sensitive: a language model is never told its value, so it can't write about it."
    ).format(name=name)
