"""What phrases for days mean. The patterns name their parts weekday, month, day, year, number and unit."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from conversations_app.understanding.values.calendar_days import (
    add_months,
    full_year,
    last_day,
    last_weekday,
    make_date,
    next_day,
    next_weekday,
    this_weekday,
    weekday_of_next_week,
)
from conversations_app.understanding.values.sentence import Sentence

Match = re.Match[str]
Meaning = Callable[[Match, Sentence], date | None]
_DAYS = {"day": 1, "dia": 1, "week": 7, "semana": 7, "fortnight": 14, "quincena": 15}
_MONTHS = {"month": 1, "mes": 1, "year": 12, "ano": 12}
_FEW = {"couple": 2, "few": 3, "par": 2}
_SATURDAY = 5


def today(sentence: Sentence) -> date:
    return sentence.now.date()


def days_away(days: int) -> Meaning:
    return lambda match, sentence: today(sentence) + timedelta(days=days)


def day_of_month(match: Match, sentence: Sentence) -> date | None:
    """“Friday the 13th”, “August 23rd”, “5 May 2026”."""
    found = match.groupdict()
    day, month = 1 if match["day"] == "uno" else int(match["day"]), _month(found.get("month"), sentence)
    if year := found.get("year"):
        return make_date(full_year(year, today(sentence)), month or today(sentence).month, day)
    return next_day(today(sentence), day, month, _weekday(found.get("weekday"), sentence))


def last_day_of_month(match: Match, sentence: Sentence) -> date | None:
    return last_day(today(sentence), int(match["day"]), _month(match.groupdict().get("month"), sentence))


def day_of_next_month(match: Match, sentence: Sentence) -> date | None:
    in_month = add_months(today(sentence).replace(day=1), 1)
    return make_date(in_month.year, in_month.month, int(match["day"]))


def start_of_month(match: Match, sentence: Sentence) -> date | None:
    """“In May”: the least that is known."""
    month = _month(match["month"], sentence)
    if year := match.groupdict().get("year"):
        return make_date(int(year), month or 1, 1)
    return today(sentence) if month == today(sentence).month else next_day(today(sentence), 1, month)


def iso_date(match: Match, sentence: Sentence) -> date | None:
    return make_date(int(match["year"]), int(match["month"]), int(match["day"]))


def numeric_date(match: Match, sentence: Sentence) -> date | None:
    """The day first or the month first, as the language has it, unless only the other way is a date."""
    first, second = int(match["first"]), int(match["second"])
    usual = (first, second) if sentence.day_first else (second, first)
    for day, month in (usual, usual[::-1]):
        found = _in_year(match.groupdict().get("year"), month, day, today(sentence))
        if found:
            return found
    return None


def coming_weekday(match: Match, sentence: Sentence) -> date | None:
    return next_weekday(today(sentence), sentence.vocabulary.weekdays[match["weekday"]])


def this_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return this_weekday(today(sentence), sentence.vocabulary.weekdays[match["weekday"]])


def weekday_before(match: Match, sentence: Sentence) -> date | None:
    return last_weekday(today(sentence), sentence.vocabulary.weekdays[match["weekday"]])


def next_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), sentence.vocabulary.weekdays[match["weekday"]])


def last_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), sentence.vocabulary.weekdays[match["weekday"]]) - timedelta(days=14)


def weeks_after_weekday(match: Match, sentence: Sentence) -> date | None:
    """“A week from Monday”."""
    weekday = next_weekday(today(sentence), sentence.vocabulary.weekdays[match["weekday"]])
    return _later(weekday, match.groupdict().get("number") or "1", match.groupdict().get("unit") or "week")


def time_away(match: Match, sentence: Sentence) -> date | None:
    """“In two weeks”."""
    return _later(today(sentence), match["number"], match["unit"])


def time_after_tomorrow(match: Match, sentence: Sentence) -> date | None:
    return _later(today(sentence) + timedelta(days=1), match["number"], match["unit"])


def time_ago(match: Match, sentence: Sentence) -> date | None:
    return _later(today(sentence), match["number"], match["unit"], back=True)


def weekend(match: Match, sentence: Sentence) -> date | None:
    """Its Saturday, or today if that is Sunday."""
    return today(sentence) if today(sentence).weekday() > _SATURDAY else this_weekday(today(sentence), _SATURDAY)


def next_weekend(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), _SATURDAY)


def next_week(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), 0)


def last_week(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), 0) - timedelta(days=14)


def next_month(match: Match, sentence: Sentence) -> date | None:
    return add_months(today(sentence).replace(day=1), 1)


def end_of_month(match: Match, sentence: Sentence) -> date | None:
    return add_months(today(sentence).replace(day=1), 1) - timedelta(days=1)


def yearly(month: int, day: int) -> Meaning:
    return lambda match, sentence: next_day(today(sentence), day, month)


def _in_year(year: str | None, month: int, day: int, now: date) -> date | None:
    if year:
        return make_date(full_year(year, now), month, day)
    return next_day(now, day, month) if 1 <= month <= 12 else None


def _later(day: date, number: str, unit: str, *, back: bool = False) -> date | None:
    words = number.split()
    count = int(number) if number.isdigit() else next((_FEW[word] for word in words if word in _FEW), 1)
    count = -count if back else count
    unit = unit if unit in _DAYS or unit in _MONTHS else unit.removesuffix("s").removesuffix("e")
    try:
        return day + timedelta(days=count * _DAYS[unit]) if unit in _DAYS else add_months(day, count * _MONTHS[unit])
    except (ValueError, OverflowError):
        return None


def _month(word: str | None, sentence: Sentence) -> int | None:
    return sentence.vocabulary.months[word] if word else None


def _weekday(word: str | None, sentence: Sentence) -> int | None:
    return sentence.vocabulary.weekdays[word] if word else None
