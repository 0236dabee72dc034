"""Small words that tell what a message does with what was said before, on folded text."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold
from flows_app.languages import mixed, parts

_AROUND = r"[\s,.;:!¡¿-]*"


@dataclass(frozen=True)
class _Patterns:
    taking_back: re.Pattern[str]
    weak: re.Pattern[str]
    changing: re.Pattern[str]
    asking: re.Pattern[str]
    not_knowing: re.Pattern[str]


def _patterns(language: str) -> _Patterns:
    return _patterns_of(mixed(parts.Cues, language))


@lru_cache
def _patterns_of(cues: parts.Cues) -> _Patterns:
    taking_back, weak = cues.taking_back, cues.weak
    changing, asking = cues.changing, cues.asking
    not_knowing = cues.not_knowing
    return _Patterns(
        taking_back=re.compile(rf"{_AROUND}(?:{taking_back})(?=$|[\s,.;:!?-])", re.VERBOSE),
        weak=re.compile(rf"{_AROUND}(?:{weak})", re.VERBOSE),
        changing=re.compile(rf"\b(?:{changing})\b", re.VERBOSE),
        asking=re.compile(rf"[\s¿¡]*(?:{asking})\b", re.VERBOSE),
        not_knowing=re.compile(rf"\b(?:{not_knowing})\b", re.VERBOSE),
    )


@dataclass(frozen=True)
class Cues:
    # Where what follows the words of taking back begins.
    rest_at: int
    # “I meant”, “sorry”; a plain “no” alone is none.
    takes_back: bool
    # “change”, “make it”: something that was given is to be another.
    changes: bool
    # It is a question itself.
    asks: bool
    # It begins like a question.
    wonders: bool
    # It says that the user has no answer.
    knows_not: bool


def cues_in(text: str, language: str) -> Cues:
    folded, patterns = folded_alike(text), _patterns(language)
    place = 0
    takes_back = False
    while (found := patterns.taking_back.match(folded, place)) and found.end() > place:
        takes_back = takes_back or not patterns.weak.fullmatch(found[0])
        place = found.end()
    return Cues(
        rest_at=place,
        takes_back=takes_back,
        changes=speaks_of_changing(text, language),
        asks=folded.rstrip().endswith("?"),
        wonders=bool(patterns.asking.match(folded)) and len(folded.split()) > 1,
        knows_not=bool(patterns.not_knowing.search(folded)),
    )


def speaks_of_changing(text: str, language: str) -> bool:
    return bool(_patterns(language).changing.search(folded_alike(text)))


def folded_alike(text: str) -> str:
    """Folds a text without changing its length, so that places in it are places in the text."""
    folded = fold(text)
    return folded if len(folded) == len(text) else text.lower()
