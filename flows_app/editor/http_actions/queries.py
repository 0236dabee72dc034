"""A URL's query as rows, and back. Parts that would not come back unchanged stay in the address."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote, unquote

_PLACEHOLDER = re.compile(r"(\{[a-z][a-z0-9_]*\})")
# Left as they are in a query, so that it can be read.
_SAFE = "/:,@!$'()*;"

Pairs = Sequence[tuple[str, str]]


def split_url(url: str) -> tuple[str, Pairs]:
    """The address, and the pairs of its query."""
    address, mark, query = url.partition("?")
    pairs = [(unquote(name), unquote(value)) for name, _, value in (part.partition("=") for part in query.split("&"))]
    if mark and join_url(address, pairs) == url:
        return address, pairs
    return url, []


def join_url(address: str, pairs: Pairs) -> str:
    """An address may hold a query of its own: the pairs come behind it."""
    query = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in pairs)
    if not query:
        return address
    return f"{address}{'&' if '?' in address else '?'}{query}"


def _quoted(text: str) -> str:
    """All but the placeholders, which are filled later."""
    quoted: Callable[[str], str] = lambda part: part if _PLACEHOLDER.fullmatch(part) else quote(part, safe=_SAFE)  # noqa: E731
    return "".join(quoted(part) for part in _PLACEHOLDER.split(text))
