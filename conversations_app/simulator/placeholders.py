"""Values that a slot takes, for want of real ones."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flows_app.flow_language import SlotDefinition, SlotType
from flows_app.values import ValueRefused, accept

# Several of each: a slot's validators may refuse some.
_BY_TYPE: dict[SlotType, Sequence[Any]] = {
    SlotType.TEXT: ("example", "Example text", "A1", "1234567890", "a"),
    SlotType.INTEGER: (1, 10, 100, 1_000, 0, -1),
    SlotType.NUMBER: (10.5, 1.5, 100.0, 1_000.0, 0.0, -1.0),
    SlotType.BOOLEAN: (True, False),
    SlotType.DATE: ("2030-01-15", "2020-01-15"),
    SlotType.DATETIME: ("2030-01-15T10:00:00+00:00", "2020-01-15T10:00:00+00:00"),
    SlotType.TIME: ("10:00", "20:00"),
    SlotType.EMAIL: ("someone@example.org",),
    SlotType.PHONE: ("+34600000000",),
    SlotType.MONEY: (100.0, 10.0, 1_000.0, 1.0, 0.0),
    SlotType.LIST: (["example"], []),
    SlotType.OBJECT: ({"example": 1}, {}),
}


def candidates_for(slot: SlotDefinition) -> Sequence[Any]:
    return [choice.value for choice in slot.choices] or _BY_TYPE[slot.type]


def placeholder_for(slot: SlotDefinition, called: str = "") -> Any:
    """None if the slot refuses all that we can think of. A text says what it stands for, if that has a name."""
    named = (f"example {called.replace('_', ' ')}",) if called and slot.type is SlotType.TEXT else ()
    return next(_accepted(slot, (*named, *candidates_for(slot))), None)


def _accepted(slot: SlotDefinition, candidates: Iterable[Any]) -> Iterator[Any]:
    for candidate in candidates:
        try:
            accept(slot, candidate)
        except ValueRefused:
            continue
        yield candidate
