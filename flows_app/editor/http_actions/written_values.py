"""Values as one types them into a box: JSON where it reads as such, else text. A text that would read as something else
stands in quotes."""

import json
from typing import Any

from flows_app.plain_json import read_strictly


def read_value(typed: str) -> Any:
    text = typed.strip()
    try:
        return read_strictly(text)
    except (ValueError, RecursionError):
        return typed


def written_value(value: Any) -> str:
    if isinstance(value, str) and read_value(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)
