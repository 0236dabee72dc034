import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache

from conversations_app.understanding.values import times_en, times_es
from conversations_app.understanding.values.clock import Clock, clock
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.grammar import Rule, may_speak_of, readings, rule, whole_reading
from conversations_app.understanding.values.sentence import Sentence


def _digits(match: re.Match[str], sentence: Sentence) -> Clock | None:
    found = match.groupdict()
    return clock(match["hour"], found.get("minute"), found.get("half"))


def _spoken(match: re.Match[str], sentence: Sentence) -> Clock | None:
    """“Seven thirty pm”, but not in “August 7 11 pm”."""
    before = sentence.plain[max(0, match.start() - _LONGEST_MONTH) : match.start()].split()
    return None if before and before[-1] in sentence.vocabulary.months else _digits(match, sentence)


_MERIDIEM = r"(?P<half>[ap])(?:\.? ?m\b\.?)"
_COMMON: tuple[Rule, ...] = (
    rule(rf"(?<![\d:/])(?P<hour>\d{{1,2}})(?: ?[:.h] ?)?(?P<minute>[0-5]\d) ?{_MERIDIEM}", _digits, 1.0),
    rule(rf"(?<![\d:/.])(?P<hour>\d{{1,2}}) (?P<minute>[0-5]\d) ?{_MERIDIEM}", _spoken, 1.0),
    rule(rf"(?<![\d:/])(?P<hour>\d{{1,2}}) ?{_MERIDIEM}", _digits, 1.0),
    rule(
        r"(?<![\d:/])(?P<hour>\d{1,2}) ?: ?(?P<minute>[0-5]\d)(?::[0-5]\d)?(?: ?(?:h|hours|horas)\b)?(?![\d:])",
        _digits,
        1.0,
    ),
    rule(r"(?<![\d:.,/])(?P<hour>\d{1,2}) ?h ?(?P<minute>[0-5]\d)?\b", _digits, 0.9),
    rule(r"(?<![\d:.,/])(?P<hour>\d{1,2})[.](?P<minute>[0-5]\d) ?(?:h|hours|horas)\b", _digits, 0.95),
    rule(r"(?<![\d:.,/])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?(?:h|hours|horas)\b", _digits, 0.95),
)
_VAGUE = {"a couple": 2, "a couple of": 2, "un par de": 2}
# Between a shift and its time there may be an “at ”.
_GAP = 4
_LONGEST_MONTH = 12
_GRAMMARS = {"en": times_en, "es": times_es}
# What a bare answer to “at what time?” may look like.
_BARE = (
    rule(r"(?P<hour>\d{1,2})", _digits, 0.8),
    rule(r"(?P<hour>\d{1,2})(?: ?[.,:]? ?)(?P<minute>[0-5]\d)", _digits, 0.85),
    rule(r"(?P<hour>\d{1,2}) ?(?:-|or|to|o|a|and|y) ?\d{1,2}", _digits, 0.6),
)


@lru_cache(maxsize=64)
def find_clocks(sentence: Sentence) -> tuple[FoundValue, ...]:
    """Times of the day as `Clock`s, some of them still open between morning and afternoon."""
    grammar = _GRAMMARS[sentence.language]
    if not may_speak_of(grammar.HINTS, sentence):
        return ()
    part = _part_of_day(sentence)
    common = readings(_COMMON, sentence) if sentence.has_digits else ()
    told = longest_first([*common, *readings(grammar.TIMES, sentence)])
    clocks = [found.of_value(found.value.in_part(part)) for found in told]
    return tuple(longest_first([*clocks, *_shifted(clocks, sentence), *_from_now(sentence)]))


def find_times(sentence: Sentence) -> list[FoundValue]:
    return [found.of_value(str(found.value.settled())) for found in find_clocks(sentence)]


def read_bare_time(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """Of an answer that is nothing but a number."""
    found = whole_reading(_BARE, sentence, start, end)
    return found and found.of_value(str(found.value.settled()))


def _part_of_day(sentence: Sentence) -> str | None:
    """Of the whole sentence: “this evening, a table at 8”."""
    match = _GRAMMARS[sentence.language].PART_OF_DAY.search(sentence.plain)
    return match[match.lastgroup] if match and match.lastgroup else None


def _shifted(clocks: list[FoundValue], sentence: Sentence) -> Iterator[FoundValue]:
    """“Half an hour before 8”."""
    for match in _GRAMMARS[sentence.language].SHIFT.finditer(sentence.plain):
        shift = sentence.found(match, match.start(), match.end(), 0.9)
        base = next((found for found in clocks if found.start - shift.end <= _GAP and found.end > shift.end), None)
        if base:
            minutes = _minutes(match["number"], match["unit"])
            shifted = base.value.shifted(minutes if match["way"] in ("after", "past", "despues") else -minutes)
            yield FoundValue(shifted, shift.start, base.end, min(base.certainty, shift.certainty))


def find_moments_from_now(sentence: Sentence) -> Iterator[FoundValue]:
    """“In two hours”."""
    for match in _GRAMMARS[sentence.language].FROM_NOW.finditer(sentence.plain):
        number, unit = (match[name] or match[f"{name}2"] for name in ("number", "unit"))
        moment = sentence.now + timedelta(minutes=_minutes(number, unit))
        yield sentence.found(moment.replace(second=0, microsecond=0).isoformat(), match.start(), match.end(), 0.85)


def _from_now(sentence: Sentence) -> Iterator[FoundValue]:
    for found in find_moments_from_now(sentence):
        moment = datetime.fromisoformat(found.value)
        yield found.of_value(Clock(moment.hour, moment.minute))


def _minutes(number: str, unit: str) -> int:
    hours = unit.startswith(("hour", "hora"))
    if number.startswith(("half", "media")):
        return 30
    return (int(number) if number.isdigit() else _VAGUE.get(number, 1)) * (60 if hours else 1)
