"""Texts of bots and agents as plain text, for channels that show no Markdown."""

import logging
import re
from collections.abc import Iterable, Sequence

from markdown_it.token import Token

from conversations_app.delivery.markdown import may_be_markdown, parsed

logger = logging.getLogger(__name__)

_GAPS = re.compile(r"\n{3,}")
_ENDS_OF_BLOCKS = {"paragraph_close", "heading_close", "table_close", "blockquote_close"}


def plain_text_of(text: str, plain_parts: Sequence[Sequence[int]] | None) -> str:
    """The words without their marks; links and pictures have their addresses behind them."""
    if plain_parts is None or not may_be_markdown(text):
        return text
    try:
        return _Writer().written(parsed(text, tuple((start, end) for start, end in plain_parts)))
    except Exception as failed:  # noqa: BLE001  whatever a text makes of the library, the message goes out
        # Not the error's own text: it may repeat the message, which may be sensitive.
        logger.error("The Markdown of a message could not be read (%s): it is sent as it is.", type(failed).__name__)
        return text


class _Writer:
    """Writes blocks line by line, and knows in which lists and quotes it is."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        # For each list around: the number of its next item, or None if it has bullets.
        self._lists: list[int | None] = []
        self._quotes = 0
        # Beginning of the next line: an item's number or bullet, then as many spaces.
        self._mark = ""
        self._cells: list[str] | None = None

    def written(self, tokens: Iterable[Token]) -> str:
        for token in tokens:
            self._write(token)
        return _GAPS.sub("\n\n", "\n".join(line.rstrip() for line in self._lines)).strip()

    def _write(self, token: Token) -> None:
        match token.type:
            case "inline":
                self._text(_inline(token.children or ()))
            case "fence":
                self._text(token.content.rstrip("\n"))
                self._end_block()
            case "hr":
                self._text("—")
                self._end_block()
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
                self._mark = ""
                self._end_block()
            case "list_item_open":
                self._mark = self._next_mark()
            case "blockquote_open":
                self._quotes += 1
            case "tr_open":
                self._cells = []
            case "tr_close":
                cells, self._cells = self._cells, None
                self._text(" | ".join(cells or ()))
        if token.type == "blockquote_close":
            self._quotes -= 1
        if token.type in _ENDS_OF_BLOCKS and not token.hidden:
            self._end_block()

    def _text(self, text: str) -> None:
        if self._cells is not None:
            self._cells.append(text)
            return
        around = "> " * self._quotes + "   " * (len(self._lists) - 1)
        for line in text.split("\n"):
            self._lines.append(around + self._mark + line)
            self._mark = " " * len(self._mark)

    def _end_block(self) -> None:
        if not self._lists:
            self._lines.append("")

    def _next_mark(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "- "
        self._lists[-1] = number + 1
        return f"{number}. "


def _inline(tokens: Iterable[Token]) -> str:
    written: list[str] = []
    # Where the text of each link around begins, and where it leads.
    links: list[tuple[int, str]] = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            written.append("\n")
        elif token.type == "link_open":
            links.append((len(written), str(token.attrs["href"])))
        elif token.type == "link_close":
            begin, address = links.pop()
            written[begin:] = [_with_address("".join(written[begin:]), address)]
        elif token.type == "image":
            written.append(_with_address(_inline(token.children or ()), str(token.attrs["src"])))
        else:
            written.append(token.content)
    return "".join(written)


def _with_address(text: str, address: str) -> str:
    bare = address.removeprefix("mailto:").removeprefix("tel:")
    return bare if text in ("", address, bare) else f"{text} ({bare})"
