"""Finds corrections of values given before: “no, I meant savings”, “change the amount to 60”."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from conversations_app.understanding.embedded.cues import Cues, speaks_of_changing
from conversations_app.understanding.embedded.framed_texts import find_framed
from conversations_app.understanding.embedded.frames import frames_of, usual_frames
from conversations_app.understanding.embedded.replaced_texts import find_replaced
from conversations_app.understanding.embedded.slot_filling import SlotFiller
from conversations_app.understanding.embedded.slot_words import closest_slot, mentioned
from conversations_app.understanding.embedded.words import words_of
from conversations_app.understanding.values import UNASKED, FoundValue, read_answer
from flows_app.engine import Commands, DialogueContext
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept

_WORDS_OF_A_NAME = 4
_SENTENCE = re.compile(r"[^.!?;]+")


@dataclass(frozen=True)
class Given:
    """Values that the user has given so far, in any flow; of two slots with one name, that of the upper flow."""

    slots: Mapping[str, SlotDefinition]
    values: Mapping[str, Any]

    @classmethod
    def in_context(cls, context: DialogueContext) -> "Given":
        slots: dict[str, SlotDefinition] = {}
        values: dict[str, Any] = {}
        for flow in context.stack:
            for name, value in flow.values.items():
                slots[name], values[name] = flow.slots[name], value
        return cls(slots, values)

    @property
    def texts(self) -> list[str]:
        return [name for name, slot in self.slots.items() if type_of(slot).is_free_text]


def changed_values(text: str, cues: Cues, context: DialogueContext, filler: SlotFiller) -> dict[str, FoundValue]:
    """Other values for slots that are filled already, wherever the words speak of one."""
    given = Given.in_context(context)
    frames = frames_of(
        context.question.prompt if context.question else "",
        given.slots,
        given.values,
        language=context.language,
        now=context.now,
    )
    found = replace(filler, frames=frames).fill(given.slots)
    shown = {name: frame for name, frame in frames.items() if name in given.texts}
    texts = {**usual_frames(given.slots, context.read_in), **shown}
    found |= replaced_values(text, context)
    framed = find_framed(text, texts, found.values(), language=context.read_in)
    found |= {name: value for name, value in framed.items() if name not in found}
    changed = {name: value for name, value in found.items() if _is_another(given, name, value)}
    return changed or _only_thing_told(text, cues, given, context)


def _is_another(given: Given, name: str, found: FoundValue) -> bool:
    try:
        return bool(accept(given.slots[name], found.value) != given.values[name])
    except ValueRefused:
        return True  # the dialogue will say why it can't be


def _only_thing_told(text: str, cues: Cues, given: Given, context: DialogueContext) -> dict[str, FoundValue]:
    """“No. One person.”: a sentence of its own that only one slot can mean; or a name, where there is only one."""
    if mentioned(given.slots, words_of(text), context.read_in):
        return {}
    return _short_sentence(text, cues, given, context) or _only_text(text, cues, given, context)


def _short_sentence(text: str, cues: Cues, given: Given, context: DialogueContext) -> dict[str, FoundValue]:
    for sentence in _SENTENCE.finditer(text, cues.rest_at):
        if not cues.rest_at or len(words_of(sentence[0])) > _WORDS_OF_A_NAME:
            continue
        read = {
            name: replace(answer, start=answer.start + sentence.start(), end=answer.end + sentence.start())
            for name, slot in given.slots.items()
            if type_of(slot).is_told_unasked
            and (answer := read_answer(slot, sentence[0], language=context.read_in, now=context.now))
            and answer.certainty >= UNASKED
            and _is_another(given, name, answer)
        }
        if len(read) == 1:
            return read
    return {}


def _only_text(text: str, cues: Cues, given: Given, context: DialogueContext) -> dict[str, FoundValue]:
    """“No, I meant Ana”, where only one thing was given that could be a name."""
    rest = text[cues.rest_at :].strip(" ,.;:!")
    names = given.texts
    if len(names) != 1 or not _is_a_name(rest, cues):
        return {}
    answer = read_answer(given.slots[names[0]], rest, language=context.read_in, now=context.now)
    if answer is None or answer.value == given.values[names[0]]:
        return {}
    start = text.index(rest)
    return {names[0]: replace(answer, start=answer.start + start, end=answer.end + start)}


def _is_a_name(rest: str, cues: Cues) -> bool:
    """Whether it can be one: behind a plain “no” only if it is written as one."""
    if not rest or not cues.rest_at or cues.asks:
        return False
    words = words_of(rest)
    return len(words) <= _WORDS_OF_A_NAME if cues.takes_back else len(words) <= 2 and rest[0].isupper()


def replaced_values(text: str, context: DialogueContext) -> dict[str, FoundValue]:
    """Texts that were given, denied by name, with the ones that take their place."""
    given = Given.in_context(context)
    return find_replaced(text, {name: str(given.values[name]) for name in given.texts}, context.read_in)


def slot_to_ask_again(text: str, context: DialogueContext) -> str | None:
    """“Change the amount”: named, but no other value was told."""
    slots = Given.in_context(context).slots
    named = mentioned(slots, words_of(text), context.read_in)
    if named:
        return named[0]
    return closest_slot(text, slots) if speaks_of_changing(text, context.read_in) else None


def as_corrections(changed: Mapping[str, FoundValue]) -> Commands:
    in_order = sorted(changed.items(), key=lambda pair: pair[1].start)
    return [{"type": "correct_slot", "slot": name, "value": found.value} for name, found in in_order]
