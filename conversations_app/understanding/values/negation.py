"""“Not checking, savings”, “la corriente no, la de ahorros”, “from 6 to 7”: what is named but not meant."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold
from conversations_app.understanding.values.found import FoundValue
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Denials

# How far back a negation is looked for.
_REACH = 45
_GIVEN_UP = 0.4


@dataclass(frozen=True)
class _Patterns:
    denied: re.Pattern[str]
    # Denied only if something else is meant: “no checking savings”, but not “no savings”.
    maybe_denied: re.Pattern[str]
    # “Not before 7” does not deny the time.
    never_denied: re.Pattern[str]
    # “The bar no” is clear, and “the bar, no?” a question.
    denied_at_the_end: re.Pattern[str]
    # “The bar no, inside”, “friday, no, saturday”: only if something else follows.
    denied_behind: re.Pattern[str]
    change: re.Pattern[str]


def without_negated(readings: list[FoundValue], text: str, language: str) -> list[FoundValue]:
    """The readings that are meant."""
    if not readings:
        return readings
    patterns = _patterns(language)
    told = {reading: _before(text, reading, patterns) for reading in readings}
    named = [
        reading
        for reading in readings
        if not patterns.denied.search(told[reading]) and not patterns.denied_at_the_end.match(_behind(reading, text))
    ]
    meant = [
        reading
        for reading in named
        if not (patterns.denied_behind.match(_behind(reading, text)) and _any_behind(reading, named))
    ]
    return [
        reading
        for reading in meant
        if not (patterns.maybe_denied.search(told[reading]) and _any_behind(reading, meant))
    ]


def _behind(reading: FoundValue, text: str) -> str:
    return fold(text[reading.end : reading.end + _REACH])


def _any_behind(reading: FoundValue, others: list[FoundValue]) -> bool:
    return any(other.start > reading.start for other in others)


def given_up_last(readings: list[FoundValue], text: str, language: str) -> list[FoundValue]:
    """Lowers the certainty of a value that is to be changed: it is still a value, but hardly the one that is meant."""
    change = _patterns(language).change.search(fold(text)) if len(readings) > 1 else None
    if change is None or not any(reading.start >= change.end() for reading in readings):
        return readings
    return [
        reading.of_certainty(reading.certainty * _GIVEN_UP)
        if change.start("old") <= reading.start < change.start("new")
        else reading
        for reading in readings
    ]


def _before(text: str, reading: FoundValue, patterns: _Patterns) -> str:
    """Gives the words before a reading, between spaces; none if the reading can't be denied."""
    if patterns.never_denied.match(fold(text[reading.start : reading.end])):
        return ""
    before = fold(text[max(0, reading.start - _REACH) : reading.start])
    return f" {' '.join(before.split())} "


def _patterns(language: str) -> _Patterns:
    return _patterns_of(part_of(language, Denials), mixed(Denials, language))


@lru_cache
def _patterns_of(own: Denials, joined: Denials) -> _Patterns:
    never = own.not_negated or "(?!)"
    between = rf"(?: (?:{joined.between})){{0,4}}"
    at_the_end, behind = joined.no_at_the_end, joined.no_behind
    return _Patterns(
        denied=re.compile(rf" (?:{own.negations or '(?!)'})(?! (?:{never})\b){between} $"),
        maybe_denied=re.compile(rf" (?:{own.soft_negations or '(?!)'})(?! (?:{never})\b){between} $"),
        never_denied=re.compile(rf"(?:{never})\b"),
        denied_at_the_end=re.compile(rf"\s+(?:{at_the_end})\s*[.!]*\s*$"),
        denied_behind=re.compile(rf"\s*,?\s*(?:{behind})\s*(?:[,;.:…–-]|(?:{joined.instead})\b)"),
        change=re.compile(
            rf"\b(?:{own.changing or '(?!)'})[^.?!]{{0,60}}?\b(?P<old>(?:{own.given_up}) )"
            rf"[^.?!]{{1,60}}? (?P<new>(?:{own.taken_up}) )"
        ),
    )
