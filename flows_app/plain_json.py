"""JSON from outside that is to be stored as it is."""

from typing import Any

from flows_app.limits import JSON_DEPTH


def storable_text(text: str) -> bool:
    """PostgreSQL stores no NUL, and half a surrogate pair is no character."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def storable(text: str) -> str:
    """The text without what can't be stored."""
    return "".join(character for character in text if storable_text(character))


def check_storable(value: Any, depth: int = 0) -> None:
    """Raises ValueError if the value is nested too deeply or holds characters that are no text."""
    if depth > JSON_DEPTH:
        raise ValueError(f"It is nested more than {JSON_DEPTH} deep.")
    if isinstance(value, str) and not storable_text(value):
        raise ValueError("It holds characters that are no text.")
    if isinstance(value, dict):
        for key, item in value.items():
            check_storable(key, depth + 1)
            check_storable(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            check_storable(item, depth + 1)
