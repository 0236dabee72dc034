"""Values that no user typed: results of actions, of expressions, and of other flows.

They are meant for the slot, so a number or a boolean for a text becomes its text, and an empty text is no value.
"""

import math
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_noop

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import ValueRefused, type_of
from flows_app.values.accepting import accept


class DoesNotFit(ValueRefused):
    """The cause for authors and logs: who gave it, for which slot, and what kind of value it was; never the value."""


def accept_from_machine(slot: SlotDefinition, value: Any, giver: str, now: datetime | None = None) -> Any:
    """The value as the slot holds it; None, which empties the slot, for nothing. `giver` begins the cause."""
    kind = type_of(slot)
    if value is None or kind.is_blank(value):
        return None
    wanted = f"the slot “{slot.name}” ({slot.type})"
    try:
        typed = kind.coerce(slot, _worded(value) if kind.takes_numbers_as_texts else value)
    except ValueError as refused:  # also of an integer that is too long to be written
        raise DoesNotFit(f"{giver} gave {kind_of(value)}, which does not fit {wanted}.") from refused
    try:
        return accept(slot, typed, now)
    except ValueRefused as refused:
        raise DoesNotFit(f"{giver} gave {kind_of(value)}, which does not pass the checks of {wanted}.") from refused


def kind_of(value: Any) -> str:
    """Names the kind of a value for authors, in English: sentences for staff translate it."""
    if isinstance(value, bool):
        return gettext_noop("true or false")
    if isinstance(value, int):
        return gettext_noop("a whole number")
    if isinstance(value, float):
        return gettext_noop("a number")
    if isinstance(value, str):
        return gettext_noop("a text")
    if isinstance(value, timedelta):
        return gettext_noop("a span of time")
    return gettext_noop("a list") if isinstance(value, list | tuple) else gettext_noop("an object")


def _worded(value: Any) -> Any:
    """1200.0 as “1200”, 3.5 as “3.5”, True as “true”."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
    return str(value) if isinstance(value, int) else value
