"""Limits of dates and times as authors write them at a check: a fixed one, or `today` and so many days from it."""

import re
from datetime import UTC, datetime, timedelta

from flows_app.limits import DAYS_FROM_TODAY

_TODAY = re.compile(r"today(?:\s*(?P<sign>[+-])\s*(?P<days>\d{1,5}))?")


def is_relative(limit: str) -> bool:
    written = _TODAY.fullmatch(limit.strip())
    return written is not None and int(written["days"] or 0) <= DAYS_FROM_TODAY


def resolved(limit: str, now: datetime | None) -> str | None:
    """The limit as a date or time; None if it depends on the time of the turn, and that is not known."""
    if not is_relative(limit):
        return limit
    written = _TODAY.fullmatch(limit.strip())
    if now is None or written is None:
        return None
    days = int(f"{written['sign'] or '+'}{written['days'] or 0}")
    return (now.date() + timedelta(days=days)).isoformat()


def side_by_side(value: str, limit: str) -> tuple[str, str]:
    """Both in a form in which they compare as they are written. A moment is on a day if it is at any hour of it."""
    if "T" in value and "T" in limit:
        moment = datetime.fromisoformat(limit)
        return value, (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    return value[: len(limit)], limit
