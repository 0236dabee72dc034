from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.dates_elsewhere import read_elsewhere
from conversations_app.understanding.values.day_phrases import MEANINGS, iso_date, numeric_date
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.grammar import (
    Rule,
    may_speak_of,
    readings,
    rule,
    rules_of,
    whole_reading,
)
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages.parts import Dates

_NUMERIC: tuple[Rule, ...] = (
    rule(
        r"(?<![\d/.-])(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)",
        iso_date,
        1.0,
    ),
    rule(
        r"(?<![\d/.-])(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d\d)(?![\d/-])",
        numeric_date,
        0.97,
    ),
    rule(r"(?<![\d/.-])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/]|[.,]\d)", numeric_date, 0.8),
)


@dataclass(frozen=True)
class _Grammar:
    hints: frozenset[str]
    rules: tuple[Rule, ...]
    bare: tuple[Rule, ...]


@lru_cache
def _grammar(dates: Dates) -> _Grammar:
    hints = frozenset((*dates.weekdays, *dates.months, *dates.calendar_words, *dates.hints))
    return _Grammar(hints, rules_of(dates.phrases, MEANINGS), rules_of(dates.bare, MEANINGS))


@lru_cache(maxsize=64)
def find_days(sentence: Sentence) -> tuple[FoundValue, ...]:
    """Days as `date`s."""
    grammar = _grammar(sentence.dates)
    if not may_speak_of(grammar.hints, sentence):
        return ()
    numeric = readings(_NUMERIC, sentence) if sentence.has_digits else ()
    found = longest_first([*numeric, *readings(grammar.rules, sentence)])
    return tuple(found or read_elsewhere(sentence))


def find_dates(sentence: Sentence) -> list[FoundValue]:
    return [found.of_value(found.value.isoformat()) for found in find_days(sentence)]


def read_bare_date(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """Reads an answer that is nothing but the day of a month."""
    found = whole_reading(_grammar(sentence.dates).bare, sentence, start, end)
    return found and found.of_value(found.value.isoformat())
