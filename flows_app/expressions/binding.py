"""Slot values as expressions see them."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

# Bound beside the slots, to the turn's time.
CLOCK = ("now", "today")
# Left behind by the last action that failed: `error.type`, `error.step`, `error.message`.
ERROR = SlotDefinition(name="error", type="object")


def bind(slots: Mapping[str, SlotDefinition], values: Mapping[str, Any], now: datetime, floats: bool) -> dict[str, Any]:
    """Every slot as its type has it in expressions, unfilled ones as null."""
    bound = {name: _bound(slot, values.get(name), floats) for name, slot in slots.items()}
    today = datetime.combine(now.date(), time.min, tzinfo=UTC)
    functions = {"size_as_number": _size, "int_as_number": _int} if floats else {}
    return {"now": now, "today": today, **bound, **functions}


def _bound(slot: SlotDefinition, value: Any, floats: bool) -> Any:
    return None if value is None else type_of(slot).bound(value, floats)


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
