"""Texts of bots and agents as HTML: a little Markdown, sanitised ([why so](docs/decisions/0011-markdown.md)).

Values in a text (a name that a user gave, say) are never read as Markdown: they are taken out before it is parsed, and
put back into what came of it. So nobody but the author makes a link.
"""

import html
import logging
import re
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest

import nh3
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

logger = logging.getLogger(__name__)

TEXTS_REMEMBERED = 500

# Most texts are plain words: whatever has none of this needs no look.
_MAY_BE_MARKDOWN = re.compile(r"[*_`~\[<|\\]|&#?\w+;|https?:|^[ \t]*(?:[#>=+-]|\d+[.)])", re.MULTILINE | re.IGNORECASE)
# Stands for a value while its text is parsed; no text has these characters, which mean nothing anywhere.
_BEGIN, _END = "\ufdd0", "\ufdd1"
_STAND_IN = re.compile(f"{_BEGIN}([0-9]+){_END}")
_FORGED = re.compile(f"[{_BEGIN}{_END}]")
_SAFE_LINK = re.compile(r"(?:https?:|mailto:|tel:)", re.IGNORECASE)
_SAFE_IMAGE = re.compile(r"https:", re.IGNORECASE)
_PLAIN_TAGS = re.compile(r"</?p>|<br>")

_CLEANER = nh3.Cleaner(
    tags={
        *("p", "br", "hr", "strong", "em", "s", "code", "pre", "ul", "ol", "li", "blockquote", "a", "img"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    },
    attributes={"a": {"href", "title"}, "img": {"src", "alt", "title"}, "ol": {"start"}},
    url_schemes={"https", "http", "mailto", "tel"},
    url_relative="deny",
    link_rel="noopener noreferrer nofollow ugc",
    # The server of a picture need not learn on which page it was looked at.
    set_tag_attribute_values={"a": {"target": "_blank"}, "img": {"referrerpolicy": "no-referrer"}},
)

# The finder of bare links is not made for several threads at once.
_one_at_a_time = threading.Lock()


def html_of(text: str, plain_parts: Sequence[Sequence[int]] | None) -> str | None:
    """Renders a text as HTML; None if it is no Markdown. `plain_parts` is where values stand, from and to; None if the
    text was never meant as Markdown."""
    if plain_parts is None or not may_be_markdown(text):
        return None
    try:
        return _rendered(text, tuple((start, end) for start, end in plain_parts))
    except Exception as failed:  # noqa: BLE001  whatever a text makes of the libraries, the message goes out
        # Not the error's own text: it may repeat the message, which may be sensitive.
        logger.error("The Markdown of a message could not be read (%s): it is shown as text.", type(failed).__name__)
        return None


def may_be_markdown(text: str) -> bool:
    return _MAY_BE_MARKDOWN.search(text) is not None


def parsed(text: str, plain_parts: tuple[tuple[int, int], ...]) -> list[Token]:
    """The tokens of the text, with its values in their places."""
    written, values = _without_values(text, plain_parts)
    with _one_at_a_time:
        return [*_filled(_MARKDOWN.parse(written), values)]


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _rendered(text: str, plain_parts: tuple[tuple[int, int], ...]) -> str | None:
    made = _MARKDOWN.renderer.render(parsed(text, plain_parts), _MARKDOWN.options, {})
    shown = _CLEANER.clean(made).strip()
    return None if _says_no_more(shown, text) else shown


def _without_values(text: str, plain_parts: tuple[tuple[int, int], ...]) -> tuple[str, list[str]]:
    """The author's words, with something that is no Markdown in place of each value."""
    edges = [0, *(edge for part in plain_parts for edge in part), len(text)]
    pieces = [text[start:end] for start, end in pairwise(edges)]
    words, values = [_FORGED.sub("\ufffd", piece) for piece in pieces[::2]], pieces[1::2]
    stand_ins = [f"{_BEGIN}{number}{_END}" for number in range(len(values))]
    return "".join(word + stand_in for word, stand_in in zip_longest(words, stand_ins, fillvalue="")), values


def _says_no_more(shown: str, text: str) -> bool:
    """Whether it is the text itself, in paragraphs and lines."""
    bare = _PLAIN_TAGS.sub(" ", shown)
    return "<" not in bare and html.unescape(bare).split() == text.split()


class _Html(RendererHTML):
    """Each method renders the tokens that are called so."""

    def text(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """A value may have several lines; a text of the author's own never has."""
        return html.escape(tokens[index].content).replace("\n", "<br>\n")

    def heading_open(self, *_: object) -> str:
        """A heading in a bubble is no heading of the page around it."""
        return "<p><strong>"

    def heading_close(self, *_: object) -> str:
        return "</strong></p>\n"


class _Markdown(MarkdownIt):
    """Addresses are looked at when the values are in them."""

    def validateLink(self, url: str) -> bool:
        return True

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link

    def safe_address(self, url: str) -> str:
        return super().normalizeLink(url)


def _filled(tokens: Iterable[Token], values: Sequence[str]) -> Iterable[Token]:
    """Puts the values back in their places, and drops links and pictures with addresses that are not allowed."""

    def put(into: str) -> str:
        return _STAND_IN.sub(lambda found: values[int(found[1])], into)

    # For each link around a token, whether it is shown as one.
    links: list[bool] = []
    for token in tokens:
        token.content = put(token.content)
        token.attrs = {name: put(value) if isinstance(value, str) else value for name, value in token.attrs.items()}
        if token.type == "link_open":
            links.append(_leads_to(token, "href", _SAFE_LINK))
            if not links[-1]:
                continue
        elif token.type == "link_close" and not links.pop():
            continue
        if token.children is not None:
            token.children = [*_filled(token.children, values)]
        if token.type == "image" and not _leads_to(token, "src", _SAFE_IMAGE):
            yield from token.children or ()
            continue
        yield token


def _leads_to(token: Token, attribute: str, safe: re.Pattern[str]) -> bool:
    address = str(token.attrs[attribute])
    token.attrs[attribute] = _MARKDOWN.safe_address(address)
    return safe.match(address) is not None


def _markdown() -> _Markdown:
    """CommonMark without HTML, and without what nobody means in a chat: code by indentation, addresses in footnotes. A
    line's end is one. With tables, lines through words, and links of bare addresses of http:// and https://."""
    markdown = _Markdown("commonmark", {"html": False, "breaks": True, "linkify": True}, renderer_cls=_Html)
    markdown.enable(["table", "strikethrough", "linkify"]).disable(["code", "reference"])
    markdown.linkify = LinkifyIt(
        {"//": None, "ftp:": None, "mailto:": None}, {"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False}
    )
    return markdown


_MARKDOWN = _markdown()
