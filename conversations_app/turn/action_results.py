"""What is kept of an action's result: the keys that the step wants and a message, as plain JSON."""

import json
from collections.abc import Collection, Mapping
from datetime import date, time
from typing import Any

from flows_app.engine import ActionOutcome
from flows_app.limits import RENDERED_LENGTH, VALUE_LENGTH
from flows_app.plain_json import check_storable, storable

MESSAGE = "message"


def outcome_of(result: Any, wanted: Collection[str]) -> ActionOutcome:
    """Whatever a plugin has returned. What can't be stored is an error of its own: the deed was done all the same."""
    if result is None:
        return ActionOutcome()
    if not isinstance(result, Mapping):
        return _unusable("The action gave something else than a mapping.")
    try:
        return ActionOutcome(result=_message(result) | {key: _plain(result[key]) for key in wanted if key in result})
    except (TypeError, ValueError, RecursionError):
        return _unusable("The action gave something that is not plain JSON.")


def _unusable(reason: str) -> ActionOutcome:
    return ActionOutcome(error_type="result", error=reason)


def _message(result: Mapping[str, Any]) -> dict[str, str]:
    """It is said, not computed with: what can't be stored of it is left out."""
    text = result.get(MESSAGE)
    return {MESSAGE: storable(text)[:RENDERED_LENGTH]} if isinstance(text, str) else {}


def _plain(value: Any) -> Any:
    """As JSON gives it back; Python's dates and times as slots take them."""
    written = json.dumps(value, allow_nan=False, default=_written)
    if len(written) > VALUE_LENGTH:
        raise ValueError("No slot takes so much.")
    plain = json.loads(written)
    check_storable(plain)
    return plain


def _written(value: Any) -> str:
    if isinstance(value, date | time):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON.")
