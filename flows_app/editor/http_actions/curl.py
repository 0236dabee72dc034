"""A `curl` command as the rows of an action. Tells what can't be taken over; nothing is dropped silently."""

import base64
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from flows_app.actions.placeholders import names_in
from flows_app.editor.http_actions.curl_options import FLAGS, HARMLESS, REFUSED, WITH_VALUE, said_of
from flows_app.editor.http_actions.queries import split_url
from flows_app.editor.http_actions.rows import (
    ROWS_AT_MOST,
    ActionForm,
    BodyRows,
    HeaderRow,
    Row,
    body_rows,
    is_secret_name,
)
from flows_app.editor.http_actions.shell_words import NoCharacter, NotClosed, ShellWords
from flows_app.editor.http_actions.written_values import written_value
from flows_app.models import HttpAction
from flows_app.outbound.headers import RESERVED
from flows_app.plain_json import check_storable

_Item = TypeVar("_Item")
_PROMPT = re.compile(r"^\s*\$\s+")
_PROGRAM = re.compile(r"(?:.*[/\\])?curl(?:\.exe)?")
# The platform writes these itself, with these values.
_OURS = {"content-type": ("application/json",), "accept": ("application/json", "*/*")}


class CurlRefused(Exception):
    """The command can't become an action; the sentence says why."""


@dataclass
class _Command:
    """Collects what the options have said so far."""

    urls: list[str] = field(default_factory=list)
    method: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    as_query: bool = False
    timeout: float | None = None
    # Keys of a dict, so that each is told once, in order; a list would be searched for each of them.
    notes: dict[str, None] = field(default_factory=dict)

    def note(self, sentence: str) -> None:
        self.notes[sentence] = None


def form_from_curl(text: str) -> tuple[ActionForm, list[str]]:
    """The form, and a sentence for each thing that was left out or changed."""
    command = _read(_words(text))
    if not command.urls:
        raise CurlRefused("The command has no address.")
    if len(command.urls) > 1:
        command.note(f"Only the first address is taken; left out: {', '.join(command.urls[1:])}.")
    address, query = split_url(_url(command))
    form = ActionForm(
        method=_method(command),
        address=address,
        query=_rows("parameters", query),
        body=_body(command),
        headers=_few("headers", [*_headers(command)]),
    )
    if command.timeout is not None:
        form.timeout = command.timeout
    form.inputs = list(dict.fromkeys(names_in(json.dumps(form.model_dump()))))
    return form, list(command.notes)


def _rows(called: str, pairs: Sequence[tuple[str, str]]) -> list[Row]:
    return [Row(name=name, value=value) for name, value in _few(called, pairs)]


def _few(called: str, items: Sequence[_Item]) -> list[_Item]:
    if len(items) > ROWS_AT_MOST:
        raise CurlRefused(f"The command has {len(items)} {called}; an action has {ROWS_AT_MOST} at most.")
    return list(items)


def _words(text: str) -> list[str]:
    text = _PROMPT.sub("", text)
    try:
        read = ShellWords(text)
    except NotClosed as opened:
        raise CurlRefused(f"A quote is opened and never closed: {opened}") from None
    except NoCharacter:
        raise CurlRefused("An escape (such as \\u0000) in the command stands for no character.") from None
    if not read.words or not _PROGRAM.fullmatch(read.words[0]):
        raise CurlRefused("This is no curl command: it begins with “curl”.")
    if any(word == "^" or word.startswith("^http") for word in read.words):
        raise CurlRefused("This was copied for the command line of Windows: choose “Copy as cURL (bash)” instead.")
    return [*read.words[1:], *([f"--:{read.ended_by}"] if read.ended_by else [])]


# Reading the options


def _read(words: list[str]) -> _Command:
    command = _Command()
    ahead = iter(words)
    for word in ahead:
        if word.startswith("--:"):
            shown = "the end of the line" if word == "--:\n" else f"“{word[3:]}”"
            command.note(f"Only the curl command is read, not what stands behind {shown}.")
        elif word.startswith("--") and len(word) > 2:
            name, equals, value = word.partition("=")
            _option(command, name, partial(str, value) if equals else partial(_next, ahead, name))
        elif word.startswith("-") and len(word) > 1:
            _letters(command, word[1:], ahead)
        else:
            command.urls.append(word)
    return command


def _letters(command: _Command, letters: str, ahead: Iterator[str]) -> None:
    """`-sSL`, `-XPOST`: flags in a row, the last of which may take what stands behind it."""
    for number, letter in enumerate(letters, start=1):
        name = f"-{letter}"
        if WITH_VALUE.get(name) or name in REFUSED:
            behind = letters[number:]
            _option(command, name, partial(str, behind) if behind else partial(_next, ahead, name))
            return
        _option(command, name, str)


def _next(ahead: Iterator[str], name: str) -> str:
    try:
        return next(ahead)
    except StopIteration:
        raise CurlRefused(f"The value of “{name}” is missing.") from None


def _option(command: _Command, name: str, value: Callable[[], str]) -> None:
    if name in REFUSED:
        raise CurlRefused(REFUSED[name])
    if word := WITH_VALUE.get(name):
        _taken(command, word, name, value())
    elif word := FLAGS.get(name):
        _flag(command, word)
    elif name not in HARMLESS:
        command.note(said_of(name))


def _flag(command: _Command, word: str) -> None:
    if word == "get":
        command.as_query = True
    else:
        command.note(word)


def _taken(command: _Command, word: str, name: str, value: str) -> None:
    if word == "url":
        command.urls.append(value)
    elif word == "method":
        command.method = value.upper()
    elif word == "header":
        _header(command, value)
    elif word in ("data", "raw", "json", "encoded"):
        _data(command, word, value)
    elif word == "user":
        credentials = value if ":" in value else f"{value}:"
        command.headers.append(("Authorization", f"Basic {_base64(credentials)}"))
    elif word == "bearer":
        command.headers.append(("Authorization", f"Bearer {value}"))
    elif word == "cookie":
        if "=" not in value:
            raise CurlRefused("“-b” names a file of cookies, which is not on this machine.")
        command.headers.append(("Cookie", value))
    elif word in ("User-Agent", "Referer"):
        command.headers.append((word, value))
    elif word == "timeout":
        command.timeout = float(value) if re.fullmatch(r"\d{1,4}(\.\d+)?", value) else None
    elif word == "left out":
        command.note(said_of(name))


def _header(command: _Command, line: str) -> None:
    if line.startswith("@"):
        raise CurlRefused("“-H @…” names a file of headers, which is not on this machine.")
    name, colon, value = line.partition(":")
    if colon and value.strip():
        command.headers.append((name.strip(), value.strip()))
    elif not colon and line.rstrip().endswith(";"):
        command.headers.append((line.rstrip()[:-1].strip(), ""))
    elif not colon:
        command.note(f"“{name[:40]}” is no header, and left out.")


def _data(command: _Command, word: str, value: str) -> None:
    if word == "encoded":
        value = _encoded(value)
    elif word != "raw" and value.startswith("@"):
        raise CurlRefused("“@…” names a file with the data, which is not on this machine: paste its content instead.")
    command.data.append(value)


def _encoded(value: str) -> str:
    found = re.match(r"[^=@]*([=@])", value)
    if found and found[1] == "@":
        raise CurlRefused("“@…” names a file with the data, which is not on this machine: paste its content instead.")
    name, equals, content = value.partition("=")
    if not equals:
        return quote(value, safe="")
    return f"{name}={quote(content, safe='')}" if name else quote(content, safe="")


# Building the action


def _method(command: _Command) -> str:
    method = command.method or ("POST" if command.data and not command.as_query else "GET")
    if method not in HttpAction.Method.values:
        raise CurlRefused(f"The method {method[:20]} can't be called; there are {', '.join(HttpAction.Method.values)}.")
    return method


def _url(command: _Command) -> str:
    url = command.urls[0].partition("#")[0]
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", url):
        url = f"http://{url}"
    url = _without_user(command, url)
    if command.as_query and command.data:
        url += ("&" if "?" in url else "?") + "&".join(command.data)
    # A browser copies them as they are; in a URL they are written otherwise.
    return re.sub(r"\s", lambda found: quote(found[0]), url)


def _without_user(command: _Command, url: str) -> str:
    try:
        credentials, at, _ = urlsplit(url).netloc.rpartition("@")
    except ValueError:
        raise CurlRefused("The address of the command can't be read.") from None
    if not at:
        return url
    command.headers.append(("Authorization", f"Basic {_base64(unquote(credentials))}"))
    return url.replace(f"{credentials}@", "", 1)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode(errors="replace")).decode("ascii")


def _headers(command: _Command) -> Iterator[HeaderRow]:
    """The last of two with one name counts, as only one can be sent."""
    by_name = {name.lower(): (name, value) for name, value in command.headers}
    for low, (name, value) in by_name.items():
        if low in RESERVED:
            command.note(f"The header “{name}” is written by the platform.")
        elif low in _OURS and (value in _OURS[low] or low == "content-type"):
            if value not in _OURS[low]:
                command.note("The body is sent as JSON: the Content-Type of the command is left out.")
        else:
            yield HeaderRow(name=name, value=value, secret=is_secret_name(name))


def _body(command: _Command) -> BodyRows:
    if not command.data or command.as_query:
        return BodyRows()
    text = "&".join(command.data)
    try:
        body = json.loads(text)
        check_storable(body)
        return body_rows(body)
    except (ValueError, RecursionError):
        pass
    if pairs := parse_qsl(text, keep_blank_values=True) if "=" in text else []:
        command.note("The data was a form. Actions send JSON: look whether the other system takes that, too.")
        return BodyRows(kind="rows", rows=_rows("fields", [(name, written_value(value)) for name, value in pairs]))
    command.note("The data is no JSON, and is sent as a text in JSON: look whether the other system takes that.")
    return BodyRows(kind="json", text=json.dumps(text, ensure_ascii=False))
