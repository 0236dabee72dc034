"""The words by which people speak of a slot: those of its name, its description and its question."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

from conversations_app.understanding.embedded.words import Word, after, before, words_of
from conversations_app.understanding.encoders import encoder
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.slot_types import type_of

# In a description or a question they say nothing of the slot.
_EMPTY_WORDS = """
a an and any are as at be by can could do does for from get give have how i if in is it its like me my need of on one or
please should so some tell that the their them then there they this to want what when where which who whom whose will
with would you your
al algo alguna alguno como con cual cuando cuanto cuanta de del desde donde e el ella en es esta este eso ha hay la las
le lo los mas me mi necesito o para pero por puede que quien quieres quiere se ser si sin son su sus te tiene tu un una
unas uno unos usted y ya
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
# How like a description a text must be, and how much more than the next one.
_ALIKE = 0.25
_CLEARLY = 0.04


def slot_words(slot: SlotDefinition) -> frozenset[str]:
    """Those that may mean this slot; folded, in the singular."""
    return own_words(slot) | _telling_words(" ".join((slot.description, *all_texts(slot.prompt))))


def own_words(slot: SlotDefinition) -> frozenset[str]:
    """Those of its name, and of its type."""
    return _telling_words(" ".join((slot.name.replace("_", " "), *type_of(slot).called.values())))


@lru_cache(maxsize=4096)
def _telling_words(text: str) -> frozenset[str]:
    plain = re.sub(r"\{[^}]*\}", " ", text)
    return frozenset(word.text for word in words_of(plain)) - _EMPTY


def mentioned(slots: Mapping[str, SlotDefinition], words: tuple[Word, ...]) -> list[str]:
    """The slots that the words speak of, by their names or else by what they are described with; a word that could be
    about several of them is about none."""
    said = {word.text for word in words}
    return _meant(slots, said, own_words) or _meant(slots, said, slot_words)


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


def stand_beside(slot: SlotDefinition, words: tuple[Word, ...], start: int, end: int) -> bool:
    """Whether words of the slot stand around a place in the text: “the amount to 60”, “3 rooms”."""
    around = (*before(words, start, 4), *after(words, end, 2))
    return not slot_words(slot).isdisjoint(word.text for word in around)
