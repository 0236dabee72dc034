"""Days and hours: what their types share, and limits of them as authors write them at a check."""

import re
from abc import ABC, abstractmethod
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext

from flows_app.flow_language import SlotDefinition
from flows_app.limits import DAYS_FROM_TODAY
from flows_app.slot_types.base import SlotType

_TODAY = re.compile(r"today(?:\s*(?P<sign>[+-])\s*(?P<days>\d{1,5}))?")


class Moment(SlotType, ABC):
    """A day, an hour or both."""

    is_free = False

    def limits(self, slot: SlotDefinition, now: datetime | None) -> tuple[list[Any], list[Any]]:
        return _limits(slot, "not_before", now), _limits(slot, "not_after", now)

    def problem_of_limit(self, limit: Any) -> str | None:
        """Why a check of such a slot can't have this limit; None if it can."""
        if isinstance(limit, str) and (is_relative(limit) or self.is_limit(limit)):
            return None
        return gettext("“{limit}” is no date: write one like 2026-12-31, or today, today+7 or today-7.").format(
            limit=limit
        )

    @abstractmethod
    def is_limit(self, limit: str) -> bool:
        """Tells whether it is written as values are stored: moments compare as they are written."""


def iso(value: Any) -> str:
    return value.isoformat() if isinstance(value, date | time) else str(value).strip()


def is_relative(limit: str) -> bool:
    """Whether it is `today`, or so many days from it."""
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


def _limits(slot: SlotDefinition, validator: str, now: datetime | None) -> list[str]:
    written = [use.arguments.get("date") for use in slot.validators if use.name == validator]
    limits = [resolved(limit, now) for limit in written if isinstance(limit, str)]
    return [limit for limit in limits if limit]
