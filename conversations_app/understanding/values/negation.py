"""“Not checking, savings”, “la corriente no, la de ahorros”, “from 6 to 7”: what is named but not meant."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.languages import vocabulary_of

# Words that may stand between a negation and what it is about, and how far back it is looked for.
_BETWEEN = (
    r"(?: (?:the|a|an|my|on|for|at|in|to|want|need|it|that|be|is|mean"
    r"|la|el|los|las|un|una|de|mi|para|en|es|quiero)){0,4}"
)
_REACH = 45
# “The bar no” is clear, and “the bar, no?” a question.
_DENIED_AT_THE_END = re.compile(r"\s+no\s*[.!]*\s*$")
# “The bar no, inside”, “friday, no, saturday”: only if something else follows.
_DENIED_BEHIND = re.compile(r"\s*,?\s*(?:no|not|nope)\s*(?:[,;.:…–-]|(?:sino|mejor|pero|but|rather|prefiero)\b)")
_GIVEN_UP = 0.4


@dataclass(frozen=True)
class _Patterns:
    denied: re.Pattern[str]
    # Denied only if something else is meant: “no checking savings”, but not “no savings”.
    maybe_denied: re.Pattern[str]
    # “Not before 7” does not deny the time.
    never_denied: re.Pattern[str]
    change: re.Pattern[str]


def without_negated(readings: list[FoundValue], text: str, language: str) -> list[FoundValue]:
    """The readings that are meant."""
    patterns = _patterns(language)
    told = {reading: _before(text, reading, patterns) for reading in readings}
    named = [
        reading
        for reading in readings
        if not patterns.denied.search(told[reading]) and not _DENIED_AT_THE_END.match(_behind(reading, text))
    ]
    meant = [reading for reading in named if not (_is_denied_behind(reading, text) and _any_behind(reading, named))]
    return [
        reading
        for reading in meant
        if not (patterns.maybe_denied.search(told[reading]) and _any_behind(reading, meant))
    ]


def _is_denied_behind(reading: FoundValue, text: str) -> bool:
    return _DENIED_BEHIND.match(_behind(reading, text)) is not None


def _behind(reading: FoundValue, text: str) -> str:
    return fold(text[reading.end : reading.end + _REACH])


def _any_behind(reading: FoundValue, others: list[FoundValue]) -> bool:
    return any(other.start > reading.start for other in others)


def given_up_last(readings: list[FoundValue], text: str, language: str) -> list[FoundValue]:
    """What is to be changed is still a value, only hardly the one that is meant."""
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
    """The words before a reading, between spaces; none if the reading can't be denied."""
    if patterns.never_denied.match(fold(text[reading.start : reading.end])):
        return ""
    before = fold(text[max(0, reading.start - _REACH) : reading.start])
    return f" {' '.join(before.split())} "


@lru_cache
def _patterns(language: str) -> _Patterns:
    words = vocabulary_of(language)
    not_negated = rf"(?! (?:{words.not_negated})\b)"
    return _Patterns(
        denied=re.compile(rf" (?:{words.negations}){not_negated}{_BETWEEN} $"),
        maybe_denied=re.compile(rf" (?:{words.soft_negations}){not_negated}{_BETWEEN} $"),
        never_denied=re.compile(rf"(?:{words.not_negated})\b"),
        change=re.compile(
            rf"\b(?:{words.changing})[^.?!]{{0,60}}?\b(?P<old>(?:{words.given_up}) )"
            rf"[^.?!]{{1,60}}? (?P<new>(?:{words.taken_up}) )"
        ),
    )
