"""Facts about an expression that its text alone tells."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from flows_app.limits import EXPRESSION_LENGTH, MACROS_PER_EXPRESSION, NESTED_MACROS

_MACROS = {"map", "filter", "all", "exists", "exists_one"}
# CEL's functions that give whole numbers, and what we call the same with a fraction.
WHOLE_FUNCTIONS = {"size": "size_as_number", "int": "int_as_number"}
_TOKEN = re.compile(
    r"""
    (?P<string>[rRbB]{0,2}(?:'''(?:\\.|.)*?'''|\"\"\"(?:\\.|.)*?\"\"\"|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"))
  | (?P<float>\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)
  | (?P<integer>0[xX][0-9a-fA-F]+|\d+)(?P<unsigned>[uU]?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<other>\s+|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class BadExpression(ValueError):
    """It can't be compiled; the sentence tells the author why."""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str


def tokens(source: str) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup if match.lastgroup != "unsigned" else "integer"
        found.append(Token(kind or "other", match.group()))
    return found


def check_source(source: str) -> None:
    """Limits that keep an expression from running for ever."""
    if len(source) > EXPRESSION_LENGTH:
        raise BadExpression(gettext("It is longer than {count} characters.").format(count=EXPRESSION_LENGTH))
    depths = list(_macro_depths(source))
    if max(depths, default=0) > NESTED_MACROS:
        raise BadExpression(
            gettext("More than {count} macros (map, filter, all, exists) stand inside each other.").format(
                count=NESTED_MACROS
            )
        )
    if len(depths) > MACROS_PER_EXPRESSION:
        raise BadExpression(
            gettext("It has more than {count} macros (map, filter, all, exists).").format(count=MACROS_PER_EXPRESSION)
        )
    if any(not walks_a_name for walks_a_name in _macro_ranges(source)):
        raise BadExpression(
            gettext("A macro (map, filter, all, exists) stands behind the name of a list, or behind another macro.")
        )


def _macro_ranges(source: str) -> Iterator[bool]:
    """Whether each macro walks a list that has a name: one that is put together on the spot may be of any length."""
    significant = [token for token in tokens(source) if token.text.strip()]
    opened: list[int] = []
    macros_closed_at: set[int] = set()
    for position, token in enumerate(significant):
        if token.text == "(":
            opened.append(position)
            if _opens_macro(significant, position):
                before = position - 3
                named = before >= 0 and significant[before].kind == "name"
                yield named or before in macros_closed_at
        elif token.text == ")" and opened and _opens_macro(significant, opened.pop()):
            macros_closed_at.add(position)


def _opens_macro(significant: list[Token], position: int) -> bool:
    before = [part.text for part in significant[max(position - 2, 0) : position]]
    return len(before) == 2 and before[0] == "." and before[1] in _MACROS


def _macro_depths(source: str) -> Iterator[int]:
    """How deep each macro stands inside others."""
    significant = [token for token in tokens(source) if token.text.strip()]
    opened: list[bool] = []
    for position, token in enumerate(significant):
        if token.text == "(":
            is_macro = _opens_macro(significant, position)
            opened.append(is_macro)
            if is_macro:
                yield sum(opened)
        elif token.text == ")" and opened:
            opened.pop()


def has_float_literal(source: str) -> bool:
    return any(token.kind == "float" for token in tokens(source))


def with_float_literals(source: str) -> str:
    """Whole numbers written as numbers with a fraction, and functions that give whole ones by those that don't, but not
    where they index a list."""
    parts = tokens(source)
    written: list[str] = []
    brackets: list[bool] = []
    for position, token in enumerate(parts):
        if token.text in ("[", "("):
            is_index = token.text == "[" and bool(re.search(r"[\w\])]\s*$", "".join(written)))
            brackets.append(is_index or (bool(brackets) and brackets[-1]))
        elif token.text in ("]", ")") and brackets:
            brackets.pop()
        indexes = bool(brackets) and brackets[-1]
        written.append(token.text if indexes else _as_float(token, is_called=_is_called(parts, position)))
    return "".join(written)


def _as_float(token: Token, *, is_called: bool) -> str:
    if token.kind == "integer" and token.text.isdigit():
        return f"{token.text}.0"
    return WHOLE_FUNCTIONS[token.text] if is_called and token.text in WHOLE_FUNCTIONS else token.text


def _is_called(parts: list[Token], position: int) -> bool:
    following = (token.text for token in parts[position + 1 :] if token.text.strip())
    return next(following, "") == "("
