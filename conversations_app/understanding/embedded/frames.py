"""Words around a value in the bot's own prompt: “…from *savings* to *Ana*?”. A correction often uses the same words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conversations_app.understanding.embedded.words import Word, after, before, words_of
from conversations_app.understanding.values import find_values
from conversations_app.understanding.values.folding import fold
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Slots
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept


@dataclass(frozen=True)
class Frame:
    """The word before a value in the bot's question, and the one behind it; empty if there is none."""

    left: str = ""
    right: str = ""

    def fits(self, words: tuple[Word, ...], start: int, end: int) -> bool:
        """Whether one of them stands beside this place too."""
        left, right = before(words, start, 1), after(words, end, 1)
        return bool((left and left[0].text == self.left) or (right and right[0].text == self.right))


def usual_frames(slots: Mapping[str, SlotDefinition], language: str) -> dict[str, Frame]:
    """Gives the usual frames of free texts, by the slots' names, for values that the bot has not shown."""
    words = {name: frozenset(name.split("_")) for name, slot in slots.items() if type_of(slot).is_free_text}
    usual = mixed(Slots, language).usual
    return {name: Frame(left) for name, said in words.items() for left, names in usual.items() if said & names}


def frames_of(
    prompt: str, slots: Mapping[str, SlotDefinition], values: Mapping[str, Any], *, language: str, now: datetime
) -> dict[str, Frame]:
    """Gives the frame of each value that the prompt shows."""
    words = words_of(prompt)
    found = {}
    for name, value in values.items():
        if place := _shown_at(prompt, slots[name], value, language, now):
            left, right = before(words, place[0], 1), after(words, place[1], 1)
            found[name] = Frame(left[0].text if left else "", right[0].text if right else "")
    return found


def _shown_at(prompt: str, slot: SlotDefinition, value: Any, language: str, now: datetime) -> tuple[int, int] | None:
    if type_of(slot).is_free_text:
        # Folding keeps the length of what people and authors write, but not of every script.
        folded = fold(prompt)
        start = folded.find(fold(str(value))) if len(folded) == len(prompt) else prompt.find(str(value))
        return (start, start + len(str(value))) if start >= 0 else None
    for reading in find_values(slot, prompt, language=language, now=now):
        if _accepted(slot, reading.value) == value:
            return reading.start, reading.end
    return None


def _accepted(slot: SlotDefinition, value: Any) -> Any:
    try:
        return accept(slot, value)
    except ValueRefused:
        return None
