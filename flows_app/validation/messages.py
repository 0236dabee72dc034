"""Texts that can't be read, placeholders that nothing fills, and languages that are missing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flows_app.language import CollectStep, FlowDefinition, MessageError, MessageTemplate, Text, all_texts
from flows_app.language.texts import languages_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error, warning
from flows_app.validation.parts import texts_of, texts_of_slot
from flows_app.validation.slots import filled_slots


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    filled = filled_slots(definition)
    for step in definition.all_steps():
        for inside, text in texts_of(step):
            place = _Place(inside, step=step.name)
            yield from _of_text(text, definition, filled, place)
            yield from _languages(text, context, place)
        if isinstance(step, CollectStep) and step.message is None:
            slot = definition.slots_by_name.get(step.slot)
            if slot and slot.prompt is None:
                sentence = "It has no question: write one here, or at the slot."
                yield error("no_question", sentence, step=step.name, field="message")
    for slot in definition.slots_by_name.values():
        for inside, wording in texts_of_slot(slot):
            place = _Place(inside, slot=slot.name)
            yield from _of_text(wording, definition, filled, place)
            yield from _languages(wording, context, place)


@dataclass(frozen=True)
class _Place:
    """Of a text."""

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
            names.update(MessageTemplate.parse(one).slots)
        except MessageError as problem:
            yield place.said(error, "bad_message", str(problem))
    for name in sorted(names):
        if name not in definition.slots_by_name:
            sentence = f"“{{{name}}}” names no slot of this flow: add the slot, or correct the text."
            yield place.said(error, "unknown_placeholder", sentence)
        elif name not in filled:
            yield place.said(warning, "empty_placeholder", f"Nothing fills “{{{name}}}”: it will show as nothing.")


def _languages(text: Text, context: ValidationContext, place: _Place) -> Iterator[Finding]:
    written = languages_of(text)
    missing = [language for language in context.languages if language not in written]
    if written and missing:
        yield place.said(warning, "missing_language", f"There is no text in: {', '.join(missing)}.")
