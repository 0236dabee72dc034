"""`{input}` in texts and JSON. One pass: what an input holds is data, and is never looked at for placeholders again."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flows_app.registry import ActionError

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")

Inputs = Mapping[str, Any]


def names_in(text: str) -> list[str]:
    return _PLACEHOLDER.findall(text)


def names_in_json(value: Any) -> Iterator[str]:
    for text in _texts(value):
        yield from names_in(text)


def keys_in_json(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for item in _items(value):
        yield from keys_in_json(item)


def fill_text(text: str, inputs: Inputs, escape: Callable[[str], str] = str) -> str:
    return _PLACEHOLDER.sub(lambda found: escape(as_text(inputs.get(found[1]))), text)


def fill_json(value: Any, inputs: Inputs) -> Any:
    """A text that is one placeholder and nothing else becomes the input itself, a number as a number."""
    if isinstance(value, str):
        whole = _PLACEHOLDER.fullmatch(value)
        return inputs.get(whole[1]) if whole else fill_text(value, inputs)
    if isinstance(value, dict):
        return {key: fill_json(item, inputs) for key, item in value.items()}
    if isinstance(value, list):
        return [fill_json(item, inputs) for item in value]
    return value


def as_text(value: Any) -> str:
    """Gives the value as JSON writes it, but texts without quotes, and nothing for null."""
    if value is None:
        return ""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        text.encode()  # half a character is a text in Python, and in nothing that can be sent
    except (TypeError, ValueError):
        raise ActionError("An input can't be written as text.") from None
    return text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for item in _items(value):
        yield from _texts(item)


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
