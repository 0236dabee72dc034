"""JSON from outside that is to be stored as it is."""

import json
import math
from typing import Any

from django.utils.translation import gettext

from flows_app.limits import JSON_DEPTH


def read_strictly(text: str | bytes) -> Any:
    """Raises ValueError for what is no JSON: NaN, Infinity, and numbers beyond all bounds are none."""
    return json.loads(text, parse_constant=_no_constant, parse_float=_finite)


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError("a number beyond all bounds")
    return number


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def storable_text(text: str) -> bool:
    """PostgreSQL stores no NUL, and half a surrogate pair is no character."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def storable(text: str) -> str:
    """The text without what can't be stored."""
    return "".join(character for character in text if storable_text(character))


def check_storable(value: Any, *, at_most: int = JSON_DEPTH) -> None:
    """Raises ValueError if the value is nested deeper than that, or holds what no database takes: characters that are
    no text, numbers that are too large."""
    ahead: list[tuple[Any, int]] = [(value, 0)]
    while ahead:
        part, depth = ahead.pop()
        if depth > at_most:
            raise ValueError(gettext("It is nested more than {at_most} deep.").format(at_most=at_most))
        if isinstance(part, str) and not storable_text(part):
            raise ValueError(gettext("It holds characters that are no text."))
        if isinstance(part, float) and not math.isfinite(part):
            raise ValueError(gettext("It holds a number that is too large."))
        if isinstance(part, dict):
            ahead.extend((inner, depth + 1) for pair in part.items() for inner in pair)
        elif isinstance(part, list):
            ahead.extend((inner, depth + 1) for inner in part)
