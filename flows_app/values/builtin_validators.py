"""Validators that every bot can use by name."""

from datetime import datetime
from functools import partial
from typing import Any

import cel

from flows_app.registry import validator
from flows_app.slot_types import ValueRefused
from flows_app.slot_types.moments import resolved, side_by_side
from flows_app.slot_types.refusals import Refusal
from flows_app.slot_types.wording import shown_as_it_is, shown_moment

# An author's pattern runs on what users type. Python's engine can be made to take for ever; CEL's takes linear time.
_MATCHES = cel.compile("value.matches(pattern)")


@validator("min")
def at_least(value: Any, limit: float = 0) -> None:
    """A number no smaller than the limit."""
    if value < limit:
        raise ValueRefused(Refusal.MIN, limit=partial(shown_as_it_is, limit))


@validator("max")
def at_most(value: Any, limit: float = 0) -> None:
    """A number no larger than the limit."""
    if value > limit:
        raise ValueRefused(Refusal.MAX, limit=partial(shown_as_it_is, limit))


@validator("positive")
def positive(value: Any) -> None:
    """A number above zero."""
    if value <= 0:
        raise ValueRefused(Refusal.POSITIVE)


@validator("min_length")
def not_shorter(value: Any, limit: int = 1) -> None:
    """A text of so many characters at least."""
    if len(value) < limit:
        raise ValueRefused(Refusal.MIN_LENGTH, limit=limit)


@validator("max_length")
def not_longer(value: Any, limit: int = 100) -> None:
    """A text of so many characters at most."""
    if len(value) > limit:
        raise ValueRefused(Refusal.MAX_LENGTH, limit=limit)


@validator("pattern")
def matches(value: Any, pattern: str = "") -> None:
    """A text that matches a regular expression as a whole."""
    if not _MATCHES.execute({"value": value, "pattern": f"^(?:{pattern})$"}):
        raise ValueRefused(Refusal.PATTERN)


@validator("one_of")
def one_of(value: Any, values: list[Any] | None = None) -> None:
    """One of these values."""
    if value not in (values or []):
        raise ValueRefused(Refusal.ONE_OF, values=partial(_listed, values or []))


def _listed(values: list[Any], language: str) -> str:
    return ", ".join(shown_as_it_is(allowed, language) for allowed in values)


@validator("not_before")
def not_before(value: str, date: str = "", now: datetime | None = None) -> None:
    """A date or time no earlier than this one; `today`, `today+7` and `today-7` go by the day of the message."""
    limit = resolved(date, now)
    if limit and _is_less(*side_by_side(value, limit)):
        raise ValueRefused(Refusal.NOT_BEFORE, date=partial(shown_moment, limit))


@validator("not_after")
def not_after(value: str, date: str = "", now: datetime | None = None) -> None:
    """A date or time no later than this one; `today`, `today+7` and `today-7` go by the day of the message."""
    limit = resolved(date, now)
    if limit and _is_less(*reversed(side_by_side(value, limit))):
        raise ValueRefused(Refusal.NOT_AFTER, date=partial(shown_moment, limit))


def _is_less(one: str, other: str) -> bool:
    return one < other
