"""Days by how people name them, seen from today. Each gives None for a day that there is not."""

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

_WEEK = timedelta(days=7)
# A leap day can be eight years away.
_MONTHS_AHEAD = 12 * 8 + 1
# A day of the month falls on every weekday within two years.
_MONTHS_TRIED = 24


def next_weekday(today: date, weekday: int) -> date:
    """The first one after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def this_weekday(today: date, weekday: int) -> date:
    """Today counts."""
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def last_weekday(today: date, weekday: int) -> date:
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def weekday_of_next_week(today: date, weekday: int) -> date:
    return today + _WEEK + timedelta(days=weekday - today.weekday())


def make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def next_day(today: date, day: int, month: int | None = None, weekday: int | None = None) -> date | None:
    """The first such day from today on. A weekday that never fits is not believed."""
    days = (found for found in _days(today, day, month) if found >= today)
    if weekday is None:
        return next(days, None)
    coming = list(islice(days, _MONTHS_TRIED))
    return next((found for found in coming if found.weekday() == weekday), next(iter(coming), None))


def add_months(day: date, months: int) -> date:
    """On the same day of another month, or on its last one."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def full_year(year: str, today: date) -> int:
    """“'90” is thirty years ago, “26” is now."""
    if len(year) > 2:
        return int(year)
    near = today.year // 100 * 100 + int(year)
    return near - 100 if near > today.year + 20 else near


def _days(start: date, day: int, month: int | None) -> Iterator[date]:
    first = start.replace(day=1)
    for ahead in range(_MONTHS_AHEAD + 1):
        in_month = add_months(first, ahead)
        found = make_date(in_month.year, in_month.month, day) if month in (None, in_month.month) else None
        if found:
            yield found
