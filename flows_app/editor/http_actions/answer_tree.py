"""An answer as a tree to choose from: limited in size, with secrets masked and the path of each value."""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from typing import Any

from flows_app.actions.checking import RESULT_PATH

_NODES = 1_000
_CHILDREN = 100
_DEPTH = 20
_TEXT = 300
MASK = "•••"

Node = dict[str, Any]


class Masking:
    """Replaces secret values wherever the other system repeats them: whole, without the scheme before them, and what
    is encoded in Basic credentials."""

    def __init__(self, secrets: Iterable[str]):
        parts = {part for secret in secrets for part in _parts(secret) if len(part) >= 4}
        longest_first = sorted(parts, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if parts else None

    def __call__(self, text: str) -> str:
        return self._pattern.sub(MASK, text) if self._pattern else text


def _parts(secret: str) -> Iterator[str]:
    scheme, _, credentials = secret.partition(" ")
    yield secret
    yield credentials.strip()
    if scheme.lower() == "basic":
        try:
            decoded = base64.b64decode(credentials.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            return
        yield decoded
        yield decoded.partition(":")[2]


def tree_of(answer: Any, mask: Masking) -> Node:
    return _node(answer, "", mask, _NODES, depth=0)


def _node(value: Any, path: str | None, mask: Masking, room: int, *, depth: int) -> Node:
    """`path` is None where no path leads: a key holds a dot or a space. `room` is how many nodes fit below it."""
    if not isinstance(value, dict | list):
        return {"kind": _kind(value), "path": path, "value": _shown(value, mask)}
    entries = list(value.items()) if isinstance(value, dict) else [(str(n), item) for n, item in enumerate(value)]
    shown = entries[: min(_CHILDREN, room) if depth < _DEPTH else 0]
    # Each has its share, so that a long one leaves room for those behind it.
    share = (room - len(shown)) // max(len(shown), 1)
    children = [
        {"key": mask(key)[:_TEXT], **_node(item, _longer(path, key, mask), mask, share, depth=depth + 1)}
        for key, item in shown
    ]
    kind = "object" if isinstance(value, dict) else "list"
    left_out = len(entries) - len(children)
    return {"kind": kind, "path": path, "children": children, "size": len(entries), "left_out": left_out}


def _longer(path: str | None, key: str, mask: Masking) -> str | None:
    if path is None or "." in key or mask(key) != key:
        return None
    longer = f"{path}.{key}" if path else key
    return longer if RESULT_PATH.fullmatch(longer) else None


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "text" if isinstance(value, str) else "number"


def _shown(value: Any, mask: Masking) -> str:
    if not isinstance(value, str):
        return "null" if value is None else str(value).lower() if isinstance(value, bool) else mask(str(value))
    return excerpt(value, mask, _TEXT)


def excerpt(text: str, mask: Masking, length: int) -> str:
    """Masked first: half a secret would not be found."""
    masked = mask(text)
    return masked if len(masked) <= length else f"{masked[:length]}…"
