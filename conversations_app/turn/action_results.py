"""Reads an action's result: keeps the keys that the step wants and a message, as plain JSON."""

import json
from collections.abc import Collection, Mapping
from datetime import date, time
from typing import Any

from flows_app.engine import ActionOutcome
from flows_app.limits import RENDERED_LENGTH, VALUE_LENGTH
from flows_app.plain_json import check_storable, storable

MESSAGE = "message"


def outcome_of(result: Any, wanted: Collection[str]) -> ActionOutcome:
    """Gives the outcome for any result of a plugin. A result that can't be stored has its own error type: the action
    was done all the same."""
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
    """Gives the action's message. It is said, not computed with, so characters that can't be stored are left out."""
    text = result.get(MESSAGE)
    return {MESSAGE: storable(text)[:RENDERED_LENGTH]} if isinstance(text, str) else {}


def _plain(value: Any) -> Any:
    """Gives the value as it comes back from JSON; Python's dates and times as slots take them."""
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
