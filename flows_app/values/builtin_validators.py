"""Validators that every bot can use by name."""

from typing import Any

import cel

from flows_app.registry import validator
from flows_app.values.refusals import Refusal
from flows_app.values.value_refused import ValueRefused

# An author's pattern runs on what users type. Python's engine can be made to take for ever; CEL's takes linear time.
_MATCHES = cel.compile("value.matches(pattern)")


@validator("min")
def at_least(value: Any, limit: float = 0) -> None:
    """A number no smaller than the limit."""
    if value < limit:
        raise ValueRefused(Refusal.MIN, limit=f"{limit:g}")


@validator("max")
def at_most(value: Any, limit: float = 0) -> None:
    """A number no larger than the limit."""
    if value > limit:
        raise ValueRefused(Refusal.MAX, limit=f"{limit:g}")


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
        raise ValueRefused(Refusal.ONE_OF, values=", ".join(str(allowed) for allowed in values or []))


@validator("not_before")
def not_before(value: str, date: str = "") -> None:
    """A date or time no earlier than this one."""
    # They compare as they are written.
    if value < date:
        raise ValueRefused(Refusal.NOT_BEFORE, date=date)


@validator("not_after")
def not_after(value: str, date: str = "") -> None:
    """A date or time no later than this one."""
    if value > date:
        raise ValueRefused(Refusal.NOT_AFTER, date=date)
