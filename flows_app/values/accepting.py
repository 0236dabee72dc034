import json
import logging
from datetime import datetime
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.limits import VALUE_LENGTH
from flows_app.plain_json import check_storable
from flows_app.registry import registry
from flows_app.slot_types import ValueRefused, type_of
from flows_app.slot_types.refusals import Refusal

logger = logging.getLogger(__name__)


def accept(slot: SlotDefinition, value: Any, now: datetime | None = None) -> Any:
    """Coerced to the slot's type, normalised, validated: plain JSON, or ValueRefused.

    `now` is the time of the turn that gives the value. Without it, limits such as `today` refuse nothing: what a slot
    holds since yesterday is not refused today.
    """
    try:
        value = type_of(slot).coerce(slot, value)
        for name in slot.normalise:
            value = registry.normalisers[name].function(value)
        for use in slot.validators:
            check = registry.validators[use.name]
            cleaned = check.function(value, **use.arguments, **({"now": now} if check.wants_now else {}))
            value = value if cleaned is None else cleaned
        return _plain(value)
    except ValueRefused:
        raise
    except ValueError as refused:
        raise ValueRefused(str(refused)) from refused
    except Exception as broken:
        logger.warning("Slot %s could not check a value: %s.", slot.name, type(broken).__name__)
        misfit = ValueRefused(Refusal.MISFIT)
        misfit.crash = type(broken).__name__
        raise misfit from broken


def _plain(value: Any) -> Any:
    """Gives the value as JSON gives it back, which is what is stored. Raises ValueRefused."""
    try:
        written = json.dumps(value, allow_nan=False, ensure_ascii=False)
        plain = json.loads(written)
        check_storable(plain)
    except ValueError as unstorable:
        raise ValueRefused(Refusal.UNSTORABLE, reason=str(unstorable)) from unstorable
    if len(written) > VALUE_LENGTH:
        raise ValueRefused(Refusal.TOO_LONG)
    return plain
