"""A URL with placeholders. Inputs are data in it: they lead to no other host, and to no other path of the same one."""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from flows_app.actions.placeholders import Inputs, fill_text, names_in
from flows_app.registry import ActionError

_PARTS = re.compile(r"(?P<origin>https?://[^/?#\\{}@\s]+)(?P<path>/[^?#\\\s]*)?(?P<query>\?[^#\s]*)?", re.IGNORECASE)


@dataclass(frozen=True)
class UrlTemplate:
    # Scheme, host and port: the part that never holds a placeholder.
    origin: str
    path: str
    query: str

    @classmethod
    def read(cls, url: str) -> "UrlTemplate | None":
        parts = _PARTS.fullmatch(url)
        return cls(parts["origin"].lower(), parts["path"] or "/", parts["query"] or "") if parts else None

    def fill(self, inputs: Inputs) -> str:
        path = "/".join(_segment(segment, inputs) for segment in self.path.split("/"))
        return self.origin + path + fill_text(self.query, inputs, _quoted)


def _segment(template: str, inputs: Inputs) -> str:
    """Quoting is not enough in a path: `..` needs no quotes, and an empty id turns `/orders/{id}` into all orders."""
    if not names_in(template):
        return template
    filled = fill_text(template, inputs, _quoted)
    if not filled or {".", ".."} & set(re.split(r"[/\\]", unquote(filled))):
        raise ActionError("An input would change the path of the URL: it is empty there, or holds “.” or “..”.")
    return filled


def _quoted(text: str) -> str:
    return quote(text, safe="")
