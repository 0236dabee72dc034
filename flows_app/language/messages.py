"""Message texts: `{slot}` placeholders, with Django's template filters after a bar: `{name|title}`.

A text is taken apart once, when its flow is compiled. Values are put in as data: a value that looks like a
placeholder or like a Django template stays what the user typed.
"""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template import Context, Engine, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Variable

from flows_app.language.base import NAME_PATTERN
from flows_app.limits import FILTER_ARGUMENT, RENDERED_LENGTH

logger = logging.getLogger(__name__)

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<placeholder>[^{}]*)\}|[{}]")
_NAME = re.compile(NAME_PATTERN)
# What these show depends on when they are asked: a turn that is repeated would say something else.
_FICKLE = frozenset({"random", "timesince", "timeuntil"})
# Only Django's own filters: no tags, no project templates, no autoescaping (a channel escapes for its own medium).
_ENGINE = Engine(autoescape=False)


class MessageError(ValueError):
    """The text can't be read; the sentence tells the author what to change."""


@dataclass(frozen=True)
class Placeholder:
    slot: str
    expression: FilterExpression

    def render(self, slots: Mapping[str, Any]) -> str:
        value = slots.get(self.slot)
        context = Context({self.slot: "" if value is None else value}, autoescape=False)
        try:
            return str(self.expression.resolve(context))
        except Exception as failed:  # noqa: BLE001  whatever a filter raises, the message goes out
            # Not the error's own text: it may repeat the value, which may be sensitive.
            logger.warning("The filter of “%s” failed on its value: %s.", self.expression, type(failed).__name__)
            return "" if value is None else str(value)


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
        return frozenset(piece.slot for piece in self.pieces if isinstance(piece, Placeholder))

    def render(self, slots: Mapping[str, Any]) -> str:
        return self.wording(slots).text

    def wording(self, slots: Mapping[str, Any]) -> Wording:
        text, values = "", list[tuple[int, int]]()
        for piece in self.pieces:
            shown = piece if isinstance(piece, str) else piece.render(slots)
            if shown and not isinstance(piece, str):
                values.append((len(text), min(len(text) + len(shown), RENDERED_LENGTH)))
            text += shown
        in_sight = tuple(part for part in values if part[0] < RENDERED_LENGTH)
        return Wording(text[:RENDERED_LENGTH], in_sight)


def filters_for_authors() -> dict[str, Callable[..., Any]]:
    """Those that may follow a bar, by name."""
    known = {name: function for library in _ENGINE.template_builtins for name, function in library.filters.items()}
    return {name: known[name] for name in sorted(known) if name not in _FICKLE}


def _piece(match: re.Match[str]) -> str | Placeholder:
    written = match.group()
    if written in ("{{", "}}"):
        return written[0]
    if written in ("{", "}"):
        raise MessageError(f"A single '{written}' opens or closes no placeholder; write it twice to show it.")
    return _placeholder(match.group("placeholder"))


def _placeholder(inside: str) -> Placeholder:
    slot, _, filters = (part.strip() for part in inside.partition("|"))
    if not _NAME.match(slot):
        raise MessageError(f"'{{{inside}}}' is not a placeholder: it must hold the name of a slot.")
    written = f"{slot}|{filters}" if filters else slot
    parser = Parser([], libraries={}, builtins=_ENGINE.template_builtins)
    try:
        expression = FilterExpression(written, parser)
    except TemplateSyntaxError as error:
        raise MessageError(f"'{{{inside}}}': {error}") from None
    if fickle := _FICKLE.intersection(_filter_names(expression)):
        raise MessageError(f"'{{{inside}}}': '{min(fickle)}' can't be used: it may show something else each time.")
    if any(_looks_up(argument) for _, arguments in expression.filters for _, argument in arguments):
        raise MessageError(f"'{{{inside}}}': a filter's argument must be a number or a text in quotes.")
    if any(_too_large(argument) for _, arguments in expression.filters for _, argument in arguments):
        raise MessageError(f"'{{{inside}}}': a filter's number must not be larger than {FILTER_ARGUMENT}.")
    return Placeholder(slot, expression)


def _filter_names(expression: FilterExpression) -> list[str]:
    return [getattr(function, "_filter_name", "") for function, _ in expression.filters]


def _too_large(argument: Any) -> bool:
    """`ljust:30000000` would make a message of as many characters."""
    number = argument.literal if isinstance(argument, Variable) else argument
    digits = str(number).strip()
    return digits.lstrip("+-").isdigit() and abs(int(digits)) > FILTER_ARGUMENT


def _looks_up(argument: Any) -> bool:
    """Whether a filter's argument is the name of something, not a value: only the slot itself is at hand."""
    return isinstance(argument, Variable) and argument.lookups is not None
