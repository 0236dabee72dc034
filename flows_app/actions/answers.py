"""Reads the results of an action from an answer."""

import json
from collections.abc import Mapping
from typing import Any

from flows_app.plain_json import read_strictly


class Unreadable(Exception):
    """The answer is not JSON, or JSON that can't be kept."""


def read_json(body: bytes) -> Any:
    try:
        return read_strictly(body)
    except (ValueError, RecursionError):
        raise Unreadable("is not JSON") from None


def pick(answer: Any, outputs: Mapping[str, str]) -> dict[str, Any]:
    """`{"id": "data.items.0.id"}` takes one value a key; what is not there is None."""
    results = {key: _at(answer, path) for key, path in outputs.items()}
    if not _storable(results):
        raise Unreadable("holds characters that can't be stored")
    return results


def _at(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isascii() and part.isdigit() and len(part) < 10:
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def _storable(results: dict[str, Any]) -> bool:
    """PostgreSQL keeps no NUL in JSON, and half a character is no UTF-8."""
    try:
        return b"\\u0000" not in json.dumps(results, ensure_ascii=False).encode().replace(b"\\\\", b"")
    except (UnicodeEncodeError, RecursionError):
        return False
