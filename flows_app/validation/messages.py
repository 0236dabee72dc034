"""Texts that can't be read, and placeholders that nothing fills."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, MessageError, MessageTemplate, Text, all_texts
from flows_app.flow_language.uses import asked_slot, held, key_of
from flows_app.slot_types import type_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error, warning
from flows_app.validation.parts import texts_of, texts_of_slot
from flows_app.validation.slots import filled_slots
from flows_app.values.filters import FILTERS, makes_sense, misplaced_filter


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    filled = filled_slots(definition)
    for step in definition.all_steps():
        for inside, text in texts_of(step):
            place = _Place(inside, step=step.name)
            yield from _of_text(text, definition, filled, place)
        asked = definition.slots_by_name.get(asked_slot(step) or "")
        if asked and asked.prompt is None and held(step, "text") is None:
            sentence = gettext("It has no question: write one here, or at the slot.")
            yield error("no_question", sentence, step=step.name, field=key_of(step, "text"))
    for slot in definition.slots_by_name.values():
        for inside, wording in texts_of_slot(slot):
            place = _Place(inside, slot=slot.name)
            yield from _of_text(wording, definition, filled, place)


@dataclass(frozen=True)
class _Place:
    """Place of a text."""

    inside: Path
    step: str = ""
    slot: str = ""

    def said(self, kind: Callable[..., Finding], code: str, sentence: str) -> Finding:
        field = str(self.inside[0])
        return kind(code, sentence, step=self.step, slot=self.slot, field=field, inside=self.inside)


def _of_text(text: Text, definition: FlowDefinition, filled: set[str], place: _Place) -> Iterator[Finding]:
    names: set[str] = set()
    for one in all_texts(text):
        try:
            template = MessageTemplate.parse(one)
        except MessageError as problem:
            yield place.said(error, "bad_message", str(problem))
            continue
        names.update(template.slots)
        yield from _filters(template, definition, place)
    for name in sorted(names):
        if name not in definition.slots_by_name:
            sentence = gettext("“{{{name}}}” names no slot of this flow: add the slot, or correct the text.").format(
                name=name
            )
            yield place.said(error, "unknown_placeholder", sentence)
        elif name not in filled:
            yield place.said(
                warning,
                "empty_placeholder",
                gettext("Nothing fills “{{{name}}}”: it will show as nothing.").format(name=name),
            )


def _filters(template: MessageTemplate, definition: FlowDefinition, place: _Place) -> Iterator[Finding]:
    for placeholder in template.placeholders:
        slot = definition.slots_in_texts.get(placeholder.slot)
        if slot and (name := misplaced_filter(placeholder, type_of(slot))):
            fitting = ", ".join(sorted(one for one in FILTERS if makes_sense(one, type_of(slot))))
            sentence = gettext(
                "“{name}” makes no sense for “{slot}”, which is of type {type}. These do: {fitting}."
            ).format(name=name, slot=slot.name, type=slot.type, fitting=fitting)
            yield place.said(warning, "misplaced_filter", sentence)
