"""What numbers count. A number of nights is no number of guests."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.languages import mixed_parts
from flows_app.languages.parts import Units, union

# How many of a smaller unit a larger one holds.
_HOLDS = {
    **{("years", "months"): 12, ("weeks", "days"): 7, ("weeks", "nights"): 7, ("hours", "minutes"): 60},
    **{("days", "hours"): 24, ("years", "weeks"): 52},
}
_WORD = re.compile(r"[a-z']+")


def about(slot: SlotDefinition, language: str) -> frozenset[str]:
    """The words that name what a slot holds, in the singular."""
    texts = (slot.name.replace("_", " "), slot.description, *all_texts(slot.prompt))
    return _words_of(texts, mixed_parts(Units, language))


@lru_cache(maxsize=2048)
def _words_of(texts: tuple[str, ...], units: tuple[Units, ...]) -> frozenset[str]:
    empty = union(part.empty for part in units)
    words = {singular(word) for text in texts for word in _WORD.findall(_joined(fold(text)))}
    return frozenset(word for word in words if word not in empty and len(word) > 1)


def _joined(text: str) -> str:
    """A share is no number of cents."""
    return text.replace("per cent", "percent")


@lru_cache
def _kinds(units: tuple[Units, ...]) -> Mapping[str, str]:
    """By word. Where two languages disagree, the message's own is right."""
    return {word: kind for part in units for kind, words in part.kinds.items() for word in words.split()}


def families(words: Iterable[str], language: str) -> frozenset[str]:
    kinds = _kinds(mixed_parts(Units, language))
    return frozenset(kinds[word] for word in words if word in kinds)


def family(word: str, language: str) -> str | None:
    return _kinds(mixed_parts(Units, language)).get(singular(word))


def counts_people(slot: SlotDefinition, language: str) -> bool:
    """Of all kinds, so that adults and children are added up."""
    return "people" in families(about(slot, language), language)


def people_words(units: tuple[Units, ...]) -> list[str]:
    return [word for word, kind in _kinds(units).items() if kind in ("people", "adults", "children")]


def fits(word: str, slot: SlotDefinition, language: str) -> bool | None:
    """Whether a number of these is what the slot holds; None if the word tells nothing."""
    words = about(slot, language)
    kind = family(word, language)
    wanted = families(words, language)
    if singular(word) in words or kind in wanted:
        return True
    if kind in ("adults", "children") and "people" in wanted:
        return True
    if kind == "shares" and not wanted:
        return True
    return False if kind and (wanted or kind == "money") else None


def times_of(word: str, slot: SlotDefinition, language: str) -> int | None:
    """How many of what the slot counts are in one of these: 12 in a year, for a number of months."""
    kind = family(word, language)
    wanted = families(about(slot, language), language)
    held = (_HOLDS[kind, smaller] for smaller in sorted(wanted) if kind and (kind, smaller) in _HOLDS)
    return None if kind in wanted else next(held, None)
