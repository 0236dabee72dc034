"""A shell command taken apart into words, as bash quotes them. Nothing is expanded or run."""

import re
import sys
from collections.abc import Iterator

from flows_app.plain_json import storable_text

# Escapes inside `$'…'`, bash's quoting that browsers copy.
_ANSI = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_CODE = re.compile(r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})")
_REST_OF_LINE = re.compile(r"[ \t]*\r?\n")
# Where one command ends and the shell does something else.
_ENDS = "|;&<>\n"


class NotClosed(ValueError):
    """A quote is opened and never closed."""


class NoCharacter(ValueError):
    """An escape stands for nothing that can be in a text: half a surrogate pair, NUL, or a number that is too large."""


class ShellWords:
    """The words of the first command, and what ended it (such as `|`), if anything did."""

    def __init__(self, text: str):
        self._text = text
        self._at = 0
        # Found once: to look around at each line break would cost the square of their number.
        self._first_word = len(text) - len(text.lstrip())
        self._end_of_words = len(text.rstrip())
        self.ended_by = ""
        self.words = list(self._read())

    def _read(self) -> Iterator[str]:
        word: list[str] | None = None
        while (character := self._take()) is not None:
            if character == "\\" and self._skip_newline():
                continue
            if character in " \t\r" or character in _ENDS:
                if word is not None:
                    yield "".join(word)
                    word = None
                if character in _ENDS and self._rest_says_something(character):
                    self.ended_by = character
                    return
                continue
            word = [] if word is None else word
            word.append(self._part(character))
        if word is not None:
            yield "".join(word)

    def _rest_says_something(self, character: str) -> bool:
        """A line break before the first word, or behind the last, ends nothing."""
        is_before_all = character == "\n" and self._at <= self._first_word
        return self._at < self._end_of_words and not is_before_all

    def _part(self, character: str) -> str:
        if character == "'":
            return self._until("'")
        if character == '"':
            return self._double_quoted()
        if character == "$" and self._text[self._at : self._at + 1] == "'":
            self._at += 1
            return self._ansi_quoted()
        if character == "\\":
            return self._take() or ""
        return character

    def _until(self, quote: str) -> str:
        end = self._text.find(quote, self._at)
        if end < 0:
            raise NotClosed(quote)
        part, self._at = self._text[self._at : end], end + 1
        return part

    def _double_quoted(self) -> str:
        part = []
        while (character := self._take()) != '"':
            if character is None:
                raise NotClosed('"')
            if character == "\\":
                if self._skip_newline():
                    continue
                following = self._take() or ""
                character = following if following in '"\\$`' else f"\\{following}"
            part.append(character)
        return "".join(part)

    def _ansi_quoted(self) -> str:
        part = []
        while (character := self._take()) != "'":
            if character is None:
                raise NotClosed("'")
            part.append(self._escape() if character == "\\" else character)
        return _with_whole_pairs("".join(part))

    def _escape(self) -> str:
        if code := _CODE.match(self._text, self._at):
            self._at = code.end()
            *by_sixteen, by_eight = code.groups()
            number = int(by_eight, 8) if by_eight else int(next(filter(None, by_sixteen)), 16)
            if number > sys.maxunicode:
                raise NoCharacter(code[0])
            return chr(number)
        following = self._take() or ""
        return _ANSI.get(following, following)

    def _skip_newline(self) -> bool:
        """Whether the backslash just taken only continues the line."""
        found = _REST_OF_LINE.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found is not None

    def _take(self) -> str | None:
        if self._at >= len(self._text):
            return None
        self._at += 1
        return self._text[self._at - 1]


def _with_whole_pairs(text: str) -> str:
    """Browsers write a character beyond the first 65,536 as two escapes, one for each half of its surrogate pair."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    if not storable_text(whole):
        raise NoCharacter(text)
    return whole
