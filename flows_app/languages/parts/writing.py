"""Notation that languages are written with: lists of words, alternatives, phrases."""

from collections.abc import Iterable
from typing import NamedTuple

Regex = str
Set = frozenset[str]


def words(text: str) -> Set:
    return frozenset(text.split())


def listed(text: str) -> tuple[str, ...]:
    """Phrases, with commas between them."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


def alternatives(of: Iterable[str]) -> Regex:
    """The longest first, so that “march” is not read as “mar”; of nothing, what never matches."""
    return "|".join(sorted(of, key=lambda word: (-len(word), word))) or "(?!)"


class Phrase(NamedTuple):
    """A regular expression, what it means, and how sure one can be of that.

    The meaning is the name of a function in `day_phrases` or `clock_phrases`, which reads the named groups.
    """

    pattern: str
    means: str
    certainty: float
    arguments: tuple[int, ...] = ()
