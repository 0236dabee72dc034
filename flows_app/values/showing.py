from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.slot_types.wording import as_typed, shown_as_it_is


def shown(slot: SlotDefinition, value: Any, language: str) -> str:
    """The value as people read it; empty if there is none. One that is not as the type stores it is shown as it is."""
    if value is None:
        return ""
    try:
        return as_typed(type_of(slot).shown(slot, value, language))
    except (ValueError, TypeError, ArithmeticError):
        return shown_as_it_is(value, language)


def typed(slot: SlotDefinition, value: Any, language: str) -> Any:
    """The value as Python has it, for what works on dates, numbers and lists; a text otherwise."""
    try:
        return type_of(slot).typed(slot, value, language)
    except (ValueError, TypeError, ArithmeticError):
        return value
