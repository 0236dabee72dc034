"""From what somebody gave to what a slot may hold. Every value passes here before it is stored."""

from typing import Any

from flows_app.language.slots import SlotDefinition


class ValueRefused(ValueError):
    """The value does not fit the slot; the text says why, for the user."""


def coerce_value(slot: SlotDefinition, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueRefused("Please answer with some text.")
    cleaned = value.strip()
    if not cleaned:
        raise ValueRefused("Please answer with some text.")
    return cleaned
