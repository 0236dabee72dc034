"""Message texts: `{slot}` placeholders, with Django's template filters after a bar: `{name|title}`.

A text is taken apart once, when its flow is compiled. Values are put in as data: a value that looks like a
placeholder or like a Django template stays what the user typed.
"""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template import Context, Engine, Library, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Variable
from django.utils.translation import gettext

from flows_app.flow_language.base import NAME_PATTERN
from flows_app.limits import FILTER_ARGUMENT, RENDERED_LENGTH

logger = logging.getLogger(__name__)

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<placeholder>[^{}]*)\}|[{}]")
_NAME = re.compile(NAME_PATTERN)
# Filters whose result depends on chance or on the time: a turn that is repeated would say something else.
_FICKLE = frozenset({"random", "timesince", "timeuntil"})
# Only Django's own filters: no tags, no project templates, no autoescaping (a channel escapes for its own medium).
_ENGINE = Engine(autoescape=False)
_OWN = Library()
_BUILTINS = [*_ENGINE.template_builtins, _OWN]


@_OWN.filter
def value(stored: Any) -> Any:
    """The value as it is stored, such as 2026-11-27."""
    return stored


class MessageError(ValueError):
    """The text can't be read; the sentence tells the author what to change."""


class FilterFailed(Exception):
    """A filter can't take the value."""


@dataclass(frozen=True)
class Placeholder:
    slot: str
    expression: FilterExpression

    @property
    def filters(self) -> tuple[str, ...]:
        """Their names, in the order in which they are written."""
        return tuple(getattr(function, "_filter_name", "") for function, _ in self.expression.filters)

    def filtered(self, value: Any) -> Any:
        """Applies the filters to the value. Raises FilterFailed."""
        try:
            return self.expression.resolve(Context({self.slot: value}, autoescape=False))
        except Exception as failed:
            # Not the error's own text: it may repeat the value, which may be sensitive.
            logger.warning("The filter of “%s” failed on its value: %s.", self.expression, type(failed).__name__)
            raise FilterFailed from failed


def as_stored(placeholder: Placeholder, values: Mapping[str, Any]) -> str:
    """The value as it is, for what is not a slot's; whatever a filter raises, the message goes out."""
    value = values.get(placeholder.slot)
    given = "" if value is None else value
    try:
        return str(placeholder.filtered(given))
    except FilterFailed:
        return str(given)


# How a placeholder is shown, given all values.
Show = Callable[[Placeholder, Mapping[str, Any]], str]


@dataclass(frozen=True)
class Wording:
    """A text as it is said. The author's words may be Markdown; a value in them never is, whatever it looks like."""

    text: str
    # Where values stand in it, from and to; None: no author has written it, and all of it is plain.
    plain_parts: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True)
class MessageTemplate:
    """A text that has been taken apart into literal pieces and placeholders."""

    pieces: tuple[str | Placeholder, ...]

    @classmethod
    def parse(cls, text: str) -> "MessageTemplate":
        pieces: list[str | Placeholder] = []
        position = 0
        for match in _PIECE.finditer(text):
            pieces.append(text[position : match.start()])
            pieces.append(_piece(match))
            position = match.end()
        pieces.append(text[position:])
        return cls(tuple(piece for piece in pieces if piece != ""))

    @property
    def slots(self) -> frozenset[str]:
        return frozenset(placeholder.slot for placeholder in self.placeholders)

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Placeholder))

    def render(self, values: Mapping[str, Any], show: Show = as_stored) -> str:
        return self.wording(values, show).text

    def wording(self, values: Mapping[str, Any], show: Show = as_stored) -> Wording:
        text, plain = "", list[tuple[int, int]]()
        for piece in self.pieces:
            shown = piece if isinstance(piece, str) else show(piece, values)
            if shown and not isinstance(piece, str):
                plain.append((len(text), min(len(text) + len(shown), RENDERED_LENGTH)))
            text += shown
        in_sight = tuple(part for part in plain if part[0] < RENDERED_LENGTH)
        return Wording(text[:RENDERED_LENGTH], in_sight)


def filters_for_authors() -> dict[str, Callable[..., Any]]:
    """Gives the filters that may follow a bar, by name."""
    known = {name: function for library in _BUILTINS for name, function in library.filters.items()}
    return {name: known[name] for name in sorted(known) if name not in _FICKLE}


def _piece(match: re.Match[str]) -> str | Placeholder:
    written = match.group()
    if written in ("{{", "}}"):
        return written[0]
    if written in ("{", "}"):
        raise MessageError(
            gettext("A single '{written}' opens or closes no placeholder; write it twice to show it.").format(
                written=written
            )
        )
    return _placeholder(match.group("placeholder"))


def _placeholder(inside: str) -> Placeholder:
    slot, _, filters = (part.strip() for part in inside.partition("|"))
    if not _NAME.match(slot):
        raise MessageError(
            gettext("'{{{inside}}}' is not a placeholder: it must hold the name of a slot.").format(inside=inside)
        )
    written = f"{slot}|{filters}" if filters else slot
    parser = Parser([], libraries={}, builtins=_BUILTINS)
    try:
        expression = FilterExpression(written, parser)
    except TemplateSyntaxError as error:
        raise MessageError(f"'{{{inside}}}': {error}") from None
    placeholder = Placeholder(slot, expression)
    if fickle := _FICKLE.intersection(placeholder.filters):
        raise MessageError(
            gettext("'{{{inside}}}': '{name}' can't be used: it may show something else each time.").format(
                inside=inside, name=min(fickle)
            )
        )
    if any(_looks_up(argument) for _, arguments in expression.filters for _, argument in arguments):
        raise MessageError(
            gettext("'{{{inside}}}': a filter's argument must be a number or a text in quotes.").format(inside=inside)
        )
    if any(_too_large(argument) for _, arguments in expression.filters for _, argument in arguments):
        raise MessageError(
            gettext("'{{{inside}}}': a filter's number must not be larger than {most}.").format(
                inside=inside, most=FILTER_ARGUMENT
            )
        )
    return placeholder


def _too_large(argument: Any) -> bool:
    """`ljust:30000000` would make a message of as many characters."""
    number = argument.literal if isinstance(argument, Variable) else argument
    digits = str(number).strip()
    return digits.lstrip("+-").isdigit() and abs(int(digits)) > FILTER_ARGUMENT


def _looks_up(argument: Any) -> bool:
    """Whether a filter's argument is the name of something, not a value: only the slot itself is at hand."""
    return isinstance(argument, Variable) and argument.lookups is not None


def without_placeholders(text: str) -> str:
    """The author's own words."""
    return _PIECE.sub("", text)
