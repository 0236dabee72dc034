"""The words by which people speak of a slot: those of its name, its description and its question."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from conversations_app.understanding.embedded.words import Word, after, before, words_of
from conversations_app.understanding.encoders import encoder
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.languages import mixed
from flows_app.languages.parts import Slots
from flows_app.slot_types import type_of

# How like a description a text must be, and how much more than the next one.
_ALIKE = 0.25
_CLEARLY = 0.04


def slot_words(slot: SlotDefinition, language: str) -> frozenset[str]:
    """Those that may mean this slot; folded, in the singular."""
    described = " ".join((slot.description, *all_texts(slot.prompt)))
    return own_words(slot, language) | _telling_words(described, mixed(Slots, language))


def own_words(slot: SlotDefinition, language: str) -> frozenset[str]:
    """Those of its name, and how people call a value of its type, whatever the slot's name is."""
    known, slot_type = mixed(Slots, language), type_of(slot)
    words = " ".join((slot.name.replace("_", " "), *slot_type.called.values()))
    return _telling_words(words, known) | known.by_type.get(slot_type.in_languages, frozenset())


@lru_cache(maxsize=4096)
def _telling_words(text: str, parts: Slots) -> frozenset[str]:
    plain = re.sub(r"\{[^}]*\}", " ", text)
    return frozenset(word.text for word in words_of(plain)) - parts.empty


def mentioned(slots: Mapping[str, SlotDefinition], words: tuple[Word, ...], language: str) -> list[str]:
    """The slots that the words speak of, by their names or else by what they are described with; a word that could be
    about several of them is about none."""
    said = {word.text for word in words}
    return _meant(slots, said, partial(own_words, language=language)) or _meant(
        slots, said, partial(slot_words, language=language)
    )


def _meant(
    slots: Mapping[str, SlotDefinition], said: set[str], words: Callable[[SlotDefinition], frozenset[str]]
) -> list[str]:
    times = Counter(word for slot in slots.values() for word in words(slot))
    return [name for name, slot in slots.items() if any(times[word] == 1 for word in words(slot) & said)]


def closest_slot(text: str, slots: Mapping[str, SlotDefinition]) -> str | None:
    """By meaning: “the recipient” for the person who gets the money. None if it is not clear which."""
    names = [name for name, slot in slots.items() if slot.description]
    if not names:
        return None
    described = encoder().encode([slots[name].description for name in names])
    likeness = described @ encoder().encode([text])[0]
    best, *others = sorted(zip(likeness.tolist(), names, strict=True), reverse=True)
    is_clear = best[0] >= _ALIKE and all(best[0] - other[0] >= _CLEARLY for other in others[:1])
    return best[1] if is_clear else None


def stand_beside(slot: SlotDefinition, words: tuple[Word, ...], start: int, end: int, language: str) -> bool:
    """Whether words of the slot stand around a place in the text: “the amount to 60”, “3 rooms”."""
    around = (*before(words, start, 4), *after(words, end, 2))
    return not slot_words(slot, language).isdisjoint(word.text for word in around)
