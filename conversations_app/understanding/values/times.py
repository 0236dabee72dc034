import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from conversations_app.understanding.values.clock import Clock, clock
from conversations_app.understanding.values.clock_phrases import MEANINGS
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
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Times


def _digits(match: re.Match[str], sentence: Sentence) -> Clock | None:
    found = match.groupdict()
    return clock(match["hour"], found.get("minute"), found.get("half"))


def _spoken(match: re.Match[str], sentence: Sentence) -> Clock | None:
    """“Seven thirty pm”, but not in “August 7 11 pm”."""
    before = sentence.plain[max(0, match.start() - _LONGEST_MONTH) : match.start()].split()
    return None if before and before[-1] in sentence.dates.months else _digits(match, sentence)


_MERIDIEM = r"(?P<half>[ap])(?:\.? ?m\b\.?)"
# Between a shift and its time there may be an “at ”.
_GAP = 4
_LONGEST_MONTH = 12


@dataclass(frozen=True)
class _Grammar:
    # In digits.
    written: tuple[Rule, ...]
    # In the language's own way.
    told: tuple[Rule, ...]
    # Forms of a bare answer to “at what time?”.
    bare: tuple[Rule, ...]
    part_of_day: re.Pattern[str]
    shift: re.Pattern[str]
    from_now: re.Pattern[str]


def _grammar(sentence: Sentence) -> _Grammar:
    return _grammar_of(part_of(sentence.language, Times), mixed(Times, sentence.language))


@lru_cache
def _grammar_of(own: Times, joined: Times) -> _Grammar:
    patterns = (re.compile(each or "(?!)") for each in (own.part_of_day, own.shift, own.from_now))
    return _Grammar(_written(joined), rules_of(own.phrases, MEANINGS), _bare(joined), *patterns)


def _written(joined: Times) -> tuple[Rule, ...]:
    hours = rf"(?:h|{joined.hour_words})\b"
    return (
        rule(rf"(?<![\d:/])(?P<hour>\d{{1,2}})(?: ?[:.h] ?)?(?P<minute>[0-5]\d) ?{_MERIDIEM}", _digits, 1.0),
        rule(rf"(?<![\d:/.])(?P<hour>\d{{1,2}}) (?P<minute>[0-5]\d) ?{_MERIDIEM}", _spoken, 1.0),
        rule(rf"(?<![\d:/])(?P<hour>\d{{1,2}}) ?{_MERIDIEM}", _digits, 1.0),
        rule(
            rf"(?<![\d:/])(?P<hour>\d{{1,2}}) ?: ?(?P<minute>[0-5]\d)(?::[0-5]\d)?(?: ?{hours})?(?![\d:])",
            _digits,
            1.0,
        ),
        rule(r"(?<![\d:.,/])(?P<hour>\d{1,2}) ?h ?(?P<minute>[0-5]\d)?\b", _digits, 0.9),
        rule(rf"(?<![\d:.,/])(?P<hour>\d{{1,2}})[.](?P<minute>[0-5]\d) ?{hours}", _digits, 0.95),
        rule(rf"(?<![\d:.,/])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?{hours}", _digits, 0.95),
    )


def _bare(joined: Times) -> tuple[Rule, ...]:
    between = joined.between
    return (
        rule(r"(?P<hour>\d{1,2})", _digits, 0.8),
        rule(r"(?P<hour>\d{1,2})(?: ?[.,:]? ?)(?P<minute>[0-5]\d)", _digits, 0.85),
        rule(rf"(?P<hour>\d{{1,2}}) ?(?:-|{between}) ?\d{{1,2}}", _digits, 0.6),
    )


@lru_cache(maxsize=64)
def find_clocks(sentence: Sentence) -> tuple[FoundValue, ...]:
    """Times of the day as `Clock`s, some of them still open between morning and afternoon."""
    if not may_speak_of(part_of(sentence.language, Times).hints, sentence):
        return ()
    grammar = _grammar(sentence)
    part = _part_of_day(sentence)
    written = readings(grammar.written, sentence) if sentence.has_digits else ()
    told = longest_first([*written, *readings(grammar.told, sentence)])
    clocks = [found.of_value(found.value.in_part(part)) for found in told]
    return tuple(longest_first([*clocks, *_shifted(clocks, sentence), *_from_now(sentence)]))


def find_times(sentence: Sentence) -> list[FoundValue]:
    return [found.of_value(str(found.value.settled())) for found in find_clocks(sentence)]


def read_bare_time(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """Reads an answer that is nothing but a number."""
    found = whole_reading(_grammar(sentence).bare, sentence, start, end)
    return found and found.of_value(str(found.value.settled()))


def _part_of_day(sentence: Sentence) -> str | None:
    """Finds the part of the day anywhere in the sentence: “this evening, a table at 8”."""
    match = _grammar(sentence).part_of_day.search(sentence.plain)
    said = match[match.lastgroup] if match and match.lastgroup else None
    return part_of(sentence.language, Times).parts.get(said) if said else None


def _shifted(clocks: list[FoundValue], sentence: Sentence) -> Iterator[FoundValue]:
    """Finds times such as “half an hour before 8”."""
    times = part_of(sentence.language, Times)
    for match in _grammar(sentence).shift.finditer(sentence.plain):
        shift = sentence.found(match, match.start(), match.end(), 0.9)
        base = next((found for found in clocks if found.start - shift.end <= _GAP and found.end > shift.end), None)
        if base:
            minutes = _minutes(match["number"], match["unit"], times)
            shifted = base.value.shifted(minutes if match["way"] in times.later else -minutes)
            yield FoundValue(shifted, shift.start, base.end, min(base.certainty, shift.certainty))


def find_moments_from_now(sentence: Sentence) -> Iterator[FoundValue]:
    """“In two hours”."""
    for match in _grammar(sentence).from_now.finditer(sentence.plain):
        said = match.groupdict()
        number, unit = (said[name] or said[f"{name}2"] for name in ("number", "unit"))
        moment = sentence.now + timedelta(minutes=_minutes(number, unit, part_of(sentence.language, Times)))
        yield sentence.found(moment.replace(second=0, microsecond=0).isoformat(), match.start(), match.end(), 0.85)


def _from_now(sentence: Sentence) -> Iterator[FoundValue]:
    for found in find_moments_from_now(sentence):
        moment = datetime.fromisoformat(found.value)
        yield found.of_value(Clock(moment.hour, moment.minute))


def _minutes(number: str, unit: str, times: Times) -> int:
    if number in times.halves:
        return 30
    return (int(number) if number.isdigit() else times.few.get(number, 1)) * times.units[unit]
