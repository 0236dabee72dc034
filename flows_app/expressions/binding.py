"""Slot values as expressions see them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from flows_app.language import SlotDefinition, SlotType

FRACTIONAL = (SlotType.NUMBER, SlotType.MONEY)
# Bound beside the slots, to the turn's time.
CLOCK = ("now", "today")
# What the last action that failed left behind: `error.type`, `error.step`, `error.message`.
ERROR = SlotDefinition(name="error", type=SlotType.OBJECT)


def bind(slots: Mapping[str, SlotDefinition], values: Mapping[str, Any], now: datetime, floats: bool) -> dict[str, Any]:
    """Every slot, unfilled ones as null; dates as moments, so that they can be compared and computed with."""
    bound = {name: _bound(slot, values.get(name), floats) for name, slot in slots.items()}
    today = datetime.combine(now.date(), time.min, tzinfo=UTC)
    return {"now": now, "today": today, **bound}


def _bound(slot: SlotDefinition, value: Any, floats: bool) -> Any:
    if value is None:
        return None
    if slot.type is SlotType.DATE:
        return datetime.combine(date.fromisoformat(value), time.min, tzinfo=UTC)
    if slot.type is SlotType.DATETIME:
        return datetime.fromisoformat(value)
    if slot.type in FRACTIONAL or (floats and slot.type is SlotType.INTEGER):
        return float(value)
    return value


def unbind(value: Any) -> Any:
    """A result as plain JSON."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, list):
        return [unbind(item) for item in value]
    if isinstance(value, dict):
        return {str(key): unbind(item) for key, item in value.items()}
    return value
