"""Slot values as expressions see them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from flows_app.flow_language import SlotDefinition, SlotType

FRACTIONAL = (SlotType.NUMBER, SlotType.MONEY)
UNTYPED = (SlotType.LIST, SlotType.OBJECT)
# Bound beside the slots, to the turn's time.
CLOCK = ("now", "today")
# What the last action that failed left behind: `error.type`, `error.step`, `error.message`.
ERROR = SlotDefinition(name="error", type=SlotType.OBJECT)


def bind(slots: Mapping[str, SlotDefinition], values: Mapping[str, Any], now: datetime, floats: bool) -> dict[str, Any]:
    """Every slot, unfilled ones as null; dates as moments, so that they can be compared and computed with."""
    bound = {name: _bound(slot, values.get(name), floats) for name, slot in slots.items()}
    today = datetime.combine(now.date(), time.min, tzinfo=UTC)
    functions = {"size_as_number": _size, "int_as_number": _int} if floats else {}
    return {"now": now, "today": today, **bound, **functions}


def _bound(slot: SlotDefinition, value: Any, floats: bool) -> Any:
    if value is None:
        return None
    if slot.type is SlotType.DATE:
        return datetime.combine(date.fromisoformat(value), time.min, tzinfo=UTC)
    if slot.type is SlotType.DATETIME:
        return datetime.fromisoformat(value)
    if slot.type in FRACTIONAL or (floats and slot.type is SlotType.INTEGER):
        return float(value)
    return _with_floats(value) if floats else value


def _with_floats(value: Any) -> Any:
    """What lists and objects hold has no declared type: an answer's price may be 10 today and 9.5 tomorrow."""
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_floats(item) for key, item in value.items()}
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _size(value: Any) -> float:
    return float(len(value))


def _int(value: Any) -> float:
    return float(int(value.timestamp() if isinstance(value, datetime) else value))


def unbind(value: Any) -> Any:
    """A result as plain JSON."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, list):
        return [unbind(item) for item in value]
    if isinstance(value, dict):
        return {str(key): unbind(item) for key, item in value.items()}
    return value
