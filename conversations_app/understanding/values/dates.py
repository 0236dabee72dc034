from functools import lru_cache

from conversations_app.understanding.values import dates_en, dates_es
from conversations_app.understanding.values.dates_elsewhere import read_elsewhere
from conversations_app.understanding.values.day_phrases import iso_date, numeric_date
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.grammar import Rule, may_speak_of, readings, rule, whole_reading
from conversations_app.understanding.values.sentence import Sentence

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
_GRAMMARS = {"en": dates_en, "es": dates_es}


@lru_cache(maxsize=64)
def find_days(sentence: Sentence) -> tuple[FoundValue, ...]:
    """Days as `date`s."""
    grammar = _GRAMMARS[sentence.language]
    if not may_speak_of(grammar.HINTS, sentence):
        return ()
    numeric = readings(_NUMERIC, sentence) if sentence.has_digits else ()
    found = longest_first([*numeric, *readings(grammar.RULES, sentence)])
    return tuple(found or read_elsewhere(sentence))


def find_dates(sentence: Sentence) -> list[FoundValue]:
    return [found.of_value(found.value.isoformat()) for found in find_days(sentence)]


def read_bare_date(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """Of an answer that is nothing but the day of a month."""
    found = whole_reading(_GRAMMARS[sentence.language].BARE, sentence, start, end)
    return found and found.of_value(found.value.isoformat())
