"""Meanings of phrases for days, by the names that languages use (`Dates.phrases`). The patterns name their parts
weekday, month, day, year, number and unit."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from conversations_app.understanding.values.calendar_days import (
    add_months,
    full_year,
    last_weekday,
    make_date,
    next_day,
    next_weekday,
    this_weekday,
    weekday_of_next_week,
)
from conversations_app.understanding.values.sentence import Sentence

Match = re.Match[str]
_SATURDAY = 5


def today(sentence: Sentence) -> date:
    return sentence.now.date()


def days_away(match: Match, sentence: Sentence, days: int) -> date:
    return today(sentence) + timedelta(days=days)


def day_of_month(match: Match, sentence: Sentence) -> date | None:
    """“Friday the 13th”, “August 23rd”, “5 May 2026”."""
    found = match.groupdict()
    month = _month(found.get("month"), sentence)
    day = 1 if match["day"] in sentence.numbers.ones else int(match["day"])
    if year := found.get("year"):
        return make_date(full_year(year, today(sentence)), month or today(sentence).month, day)
    return next_day(today(sentence), day, month, _weekday(found.get("weekday"), sentence))


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
    return next_weekday(today(sentence), sentence.dates.weekdays[match["weekday"]])


def this_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return this_weekday(today(sentence), sentence.dates.weekdays[match["weekday"]])


def weekday_before(match: Match, sentence: Sentence) -> date | None:
    return last_weekday(today(sentence), sentence.dates.weekdays[match["weekday"]])


def next_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), sentence.dates.weekdays[match["weekday"]])


def last_weeks_day(match: Match, sentence: Sentence) -> date | None:
    return weekday_of_next_week(today(sentence), sentence.dates.weekdays[match["weekday"]]) - timedelta(days=14)


def weeks_after_weekday(match: Match, sentence: Sentence) -> date | None:
    """“A week from Monday”."""
    weekday = next_weekday(today(sentence), sentence.dates.weekdays[match["weekday"]])
    unit = match.groupdict().get("unit")
    return _later(weekday, match["number"], unit, sentence) if unit else weekday + timedelta(weeks=1)


def time_away(match: Match, sentence: Sentence) -> date | None:
    """“In two weeks”."""
    return _later(today(sentence), match["number"], match["unit"], sentence)


def time_after_tomorrow(match: Match, sentence: Sentence) -> date | None:
    return _later(today(sentence) + timedelta(days=1), match["number"], match["unit"], sentence)


def time_ago(match: Match, sentence: Sentence) -> date | None:
    return _later(today(sentence), match["number"], match["unit"], sentence, back=True)


def weekend(match: Match, sentence: Sentence) -> date | None:
    """Gives the weekend's Saturday, or today if that is Sunday."""
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


def yearly(match: Match, sentence: Sentence, month: int, day: int) -> date | None:
    return next_day(today(sentence), day, month)


def _in_year(year: str | None, month: int, day: int, now: date) -> date | None:
    if year:
        return make_date(full_year(year, now), month, day)
    return next_day(now, day, month) if 1 <= month <= 12 else None


def _later(day: date, number: str, unit: str, sentence: Sentence, *, back: bool = False) -> date | None:
    known = sentence.dates
    count = int(number) if number.isdigit() else next((known.few[one] for one in number.split() if one in known.few), 1)
    count = -count if back else count
    try:
        if unit in known.days:
            return day + timedelta(days=count * known.days[unit])
        return add_months(day, count * known.in_months[unit])
    except (ValueError, OverflowError):
        return None


def _month(word: str | None, sentence: Sentence) -> int | None:
    return sentence.dates.months[word] if word else None


def _weekday(word: str | None, sentence: Sentence) -> int | None:
    return sentence.dates.weekdays[word] if word else None


MEANINGS: dict[str, Callable[..., date | None]] = {
    meaning.__name__: meaning
    for meaning in (
        days_away,
        day_of_month,
        day_of_next_month,
        start_of_month,
        coming_weekday,
        this_weeks_day,
        weekday_before,
        next_weeks_day,
        last_weeks_day,
        weeks_after_weekday,
        time_away,
        time_after_tomorrow,
        time_ago,
        weekend,
        next_weekend,
        next_week,
        last_week,
        next_month,
        end_of_month,
        yearly,
    )
}
