import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import cel
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.expressions.binding import CLOCK, ERROR, bind, unbind
from flows_app.expressions.source import BadExpression, check_source, has_float_literal, with_float_literals
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of


class ExpressionFailed(Exception):
    """It compiled, but these values it can't compute."""


@dataclass(frozen=True)
class CompiledExpression:
    source: str
    program: cel.Program
    # The slots it looks at.
    slots: Mapping[str, SlotDefinition]
    # CEL does not mix integers with other numbers. Where both can meet, this is the same with none but the others.
    with_floats: cel.Program | None

    @property
    def is_constant(self) -> bool:
        """Whether it gives the same whatever the slots hold, at any time."""
        return not self.slots and not names_in(self.source) & {*CLOCK}

    @property
    def is_open_ended(self) -> bool:
        """Whether it looks into something whose contents have no types."""
        return any(type_of(slot).has_untyped_parts for slot in self.slots.values())

    def value(self, values: Mapping[str, Any], now: datetime) -> Any:
        """The result as plain JSON; ExpressionFailed if there is none."""
        try:
            return unbind(self._result(values, now))
        except (RuntimeError, TypeError, ValueError, LookupError, ArithmeticError) as failed:
            raise ExpressionFailed(self._why_not(values, failed)) from failed

    def _why_not(self, values: Mapping[str, Any], failed: Exception) -> str:
        """Unfilled slots are the usual reason; else the first sentence of what CEL says."""
        if empty := [f"“{name}”" for name in self.slots if values.get(name) is None]:
            are = "is" if len(empty) == 1 else "are"
            return f"“{self.source}” can't be computed while {', '.join(empty)} {are} empty."
        return f"“{self.source}”: {str(failed).partition('. ')[0].rstrip('.')}."

    def _result(self, values: Mapping[str, Any], now: datetime) -> Any:
        try:
            return self.program.execute(bind(self.slots, values, now, floats=False))
        except TypeError:
            if self.with_floats is None:
                raise
            return self.with_floats.execute(bind(self.slots, values, now, floats=True))

    def holds(self, values: Mapping[str, Any], now: datetime) -> bool:
        """Computes it as a condition: one that can't be computed because a slot is unfilled is false."""
        try:
            result = self.value(values, now)
        except ExpressionFailed:
            if any(values.get(name) is None for name in self.slots):
                return False
            raise
        if result is None:
            return False
        if not isinstance(result, bool):
            raise ExpressionFailed(f"“{self.source}” is neither true nor false, but {result!r}.")
        return result


def compile_expression(source: str, slots: Mapping[str, SlotDefinition]) -> CompiledExpression:
    """Raises BadExpression with a sentence for the author."""
    check_source(source)
    known = {ERROR.name: ERROR, **slots}
    used = {name: known[name] for name in _variables(_program(source)) if name in known}
    can_mix = has_float_literal(source) or any(type_of(slot).may_have_fractions for slot in used.values())
    with_floats = _program(with_float_literals(source)) if can_mix else None
    return CompiledExpression(source, _program(source), used, with_floats)


def unknown_names(source: str, slots: Mapping[str, SlotDefinition]) -> list[str]:
    """Names that are no slot. CEL's analysis lists a macro's own variables too: those are told by the text."""
    names = set(_variables(_program(source))) - {*slots, *CLOCK, ERROR.name}
    return sorted(name for name in names if not _is_macro_variable(source, name))


def names_in(source: str) -> set[str]:
    """Every identifier that stands for a value."""
    return set(_variables(_program(source)))


def _is_macro_variable(source: str, name: str) -> bool:
    return bool(re.search(rf"\.(map|filter|all|exists|exists_one)\s*\(\s*{name}\s*,", source))


def _variables(program: cel.Program) -> list[str]:
    return [name for name in program.variables() if not name.startswith("@")]


def _program(source: str) -> cel.Program:
    try:
        return cel.compile(source)
    except (ValueError, RuntimeError) as bad:
        place = re.search(r"<input>:\d+:(\d+)", str(bad))
        raise BadExpression(_unreadable(source, place.group(1) if place else None)) from None


def _unreadable(source: str, character: str | None) -> str:
    if character is None:
        sentence = gettext("“{source}” is no expression: it can't be read.").format(source=source)
    else:
        sentence = gettext("“{source}” is no expression: it can't be read from character {number} on.")
        sentence = sentence.format(source=source, number=character)
    return f"{sentence}{_advice(source)}"


# Usual mistakes of people who know other languages, or none; the advice is about the first that is found.
_USUAL_SLIPS = {
    r"=[<>]": _("Write >= or <=, with the = behind."),
    r"(?<![=<>!])=(?!=)": _("To compare, write == in place of =."),
    r"\b(and|or|not)\b": _("Write && for and, || for or, ! for not."),
    r"\{\s*\w+\s*\}": _("Slots stand in it without braces."),
}


def _advice(source: str) -> str:
    outside_texts = re.sub(r"'[^']*'|\"[^\"]*\"", "''", source)
    slips = _USUAL_SLIPS.items()
    return next((f" {advice}" for slip, advice in slips if re.search(slip, outside_texts, re.IGNORECASE)), "")
