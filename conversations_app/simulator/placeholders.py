"""Values that a slot takes, for want of real ones."""

from collections.abc import Iterable, Iterator
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept


def placeholder_for(slot: SlotDefinition, called: str = "") -> Any:
    """None if the slot refuses all that we can think of. A text says what it stands for, if that has a name."""
    named = (f"example {called.replace('_', ' ')}",) if called and type_of(slot).is_free_text else ()
    return next(_accepted(slot, (*named, *type_of(slot).samples_for(slot))), None)


def _accepted(slot: SlotDefinition, candidates: Iterable[Any]) -> Iterator[Any]:
    for candidate in candidates:
        try:
            accept(slot, candidate)
        except ValueRefused:
            continue
        yield candidate
