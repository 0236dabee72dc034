"""How an answer can be entered: so that a client shows a calendar for a date, and no keyboard of letters for a number.

Hints only: whatever is entered is checked like any answer.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from flows_app.flow_language import SlotDefinition, SlotType, ValidatorUse
from flows_app.values.date_limits import resolved

_NUMBERS = (SlotType.INTEGER, SlotType.NUMBER, SlotType.MONEY)
_MOMENTS = (SlotType.DATE, SlotType.DATETIME, SlotType.TIME)


def input_of(slot: SlotDefinition, now: datetime | None = None) -> dict[str, Any]:
    """Its type, its currency, the least and the greatest that its validators let through, and whether it is secret."""
    hints: dict[str, Any] = {"type": slot.type.value}
    if slot.currency:
        hints["currency"] = slot.currency
    if least := [*_least(slot, now)]:
        hints["min"] = max(least)
    if greatest := [*_greatest(slot, now)]:
        hints["max"] = min(greatest)
    if slot.sensitive:
        hints["secret"] = True
    return hints


def _least(slot: SlotDefinition, now: datetime | None) -> Iterator[Any]:
    for use in slot.validators:
        if slot.type in _NUMBERS and use.name == "min":
            yield use.arguments.get("limit", 0)
        elif slot.type in _NUMBERS and use.name == "positive":
            # Of what has fractions, the least that is more than nothing has no name.
            yield 1 if slot.type is SlotType.INTEGER else 0
        elif slot.type in _MOMENTS and use.name == "not_before" and (limit := _limit(use, now)):
            yield limit


def _greatest(slot: SlotDefinition, now: datetime | None) -> Iterator[Any]:
    for use in slot.validators:
        if slot.type in _NUMBERS and use.name == "max":
            yield use.arguments.get("limit", 0)
        elif slot.type in _MOMENTS and use.name == "not_after" and (limit := _limit(use, now)):
            yield limit


def _limit(use: ValidatorUse, now: datetime | None) -> str | None:
    written = use.arguments.get("date")
    return resolved(written, now) if isinstance(written, str) else None
