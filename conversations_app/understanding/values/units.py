"""Units of numbers: a number of nights is no number of guests."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from conversations_app.understanding.values.folding import fold, singular
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.languages import mixed
from flows_app.languages.parts import Units

# How many of a smaller unit a larger one holds.
_HOLDS = {
    **{("years", "months"): 12, ("weeks", "days"): 7, ("weeks", "nights"): 7, ("hours", "minutes"): 60},
    **{("days", "hours"): 24, ("years", "weeks"): 52},
}
_WORD = re.compile(r"[a-z']+")


class _Named(NamedTuple):
    """Words that name a slot, in the singular, and the kinds of things that they count."""

    words: frozenset[str]
    kinds: frozenset[str]


def about(slot: SlotDefinition, language: str) -> frozenset[str]:
    """The words that name what a slot holds, in the singular."""
    return _named(slot, mixed(Units, language)).words


def counted_by(slot: SlotDefinition, language: str) -> frozenset[str]:
    """The kinds of things that a slot counts, as far as its words tell."""
    return _named(slot, mixed(Units, language)).kinds


def _named(slot: SlotDefinition, units: Units) -> _Named:
    return _named_by((slot.name.replace("_", " "), slot.description, *all_texts(slot.prompt)), units)


@lru_cache(maxsize=2048)
def _named_by(texts: tuple[str, ...], units: Units) -> _Named:
    empty, kinds = units.empty, _kinds(units)
    words = {singular(word) for text in texts for word in _WORD.findall(_joined(fold(text)))}
    telling = frozenset(word for word in words if word not in empty and len(word) > 1)
    return _Named(telling, frozenset(kinds[word] for word in telling if word in kinds))


def _joined(text: str) -> str:
    """A share is no number of cents."""
    return text.replace("per cent", "percent")


@lru_cache
def _kinds(units: Units) -> Mapping[str, str]:
    """Gives the kinds of units by word."""
    return {word: kind for kind, words in units.kinds.items() for word in words}


def counts(word: str, language: str) -> bool:
    """Whether a word is known to be counted."""
    return singular(word) in _kinds(mixed(Units, language))


def counts_people(slot: SlotDefinition, language: str) -> bool:
    """Tells whether a slot counts people of all kinds, so that adults and children are added up."""
    return "people" in counted_by(slot, language)


def people_words(units: Units) -> list[str]:
    return [word for word, kind in _kinds(units).items() if kind in ("people", "adults", "children")]


def fits(word: str, slot: SlotDefinition, language: str) -> bool | None:
    """Tells whether a number of these is what the slot holds; None if the word tells nothing."""
    units = mixed(Units, language)
    named, kind = _named(slot, units), _kinds(units).get(singular(word))
    if singular(word) in named.words or kind in named.kinds:
        return True
    if kind in ("adults", "children") and "people" in named.kinds:
        return True
    if kind == "shares" and not named.kinds:
        return True
    return False if kind and (named.kinds or kind == "money") else None


def times_of(word: str, slot: SlotDefinition, language: str) -> int | None:
    """Gives how many of the slot's units are in one of these: 12 in a year, for a number of months."""
    units = mixed(Units, language)
    kind = _kinds(units).get(singular(word))
    if kind is None:
        return None
    wanted = _named(slot, units).kinds
    held = (_HOLDS[kind, smaller] for smaller in sorted(wanted) if (kind, smaller) in _HOLDS)
    return None if kind in wanted else next(held, None)
