"""Types, tried out: CEL for Python has no checker, so an expression is computed on samples of its slots' types."""

import re
from datetime import UTC, datetime
from typing import Any, Literal

from django.utils.translation import gettext

from flows_app.expressions.compiled import CompiledExpression, ExpressionFailed
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

_NOW = datetime(2026, 5, 31, 17, 30, tzinfo=UTC)


def type_problem(expression: CompiledExpression, wanted: Literal["condition", "value"]) -> str | None:
    """Why the expression can't work with slots of these types; None if nothing speaks against it."""
    for values in _sample_values(expression):
        try:
            if wanted == "condition":
                expression.holds(values, _NOW)
            else:
                expression.value(values, _NOW)
        except ExpressionFailed as failed:
            if problem := _problem(expression, failed):
                return problem
    return None


def _problem(expression: CompiledExpression, failed: ExpressionFailed) -> str | None:
    cause = failed.__cause__
    if isinstance(cause, RuntimeError):
        function = re.search(r"Undefined variable or function: '(\w+)'", str(cause))
        if function is None:
            return str(failed)
        sentence = gettext("“{source}” uses “{name}”, which is no function.")
        return sentence.format(source=expression.source, name=function.group(1))
    # Contents of a list or an object are known only when the flow runs; then only unknown functions are a problem.
    if expression.is_open_ended:
        return None
    if cause is None:
        return gettext("“{source}” is neither true nor false.").format(source=expression.source)
    if isinstance(cause, TypeError):
        return _mixed(expression)
    return None


def _mixed(expression: CompiledExpression) -> str:
    if not expression.slots:
        return gettext("“{source}” mixes types that don't go together.").format(source=expression.source)
    one = gettext("{name} is {type}")
    types = ", ".join(one.format(name=name, type=slot.type) for name, slot in expression.slots.items())
    sentence = gettext("“{source}” mixes types that don't go together ({types}).")
    return sentence.format(source=expression.source, types=types)


def sample_results(expression: CompiledExpression) -> list[Any]:
    """Gives the expression's results on samples; leaves out those that it can't be computed on."""
    results = []
    for values in _sample_values(expression):
        try:
            results.append(expression.value(values, _NOW))
        except ExpressionFailed:
            continue
    return results


def _sample_values(expression: CompiledExpression) -> list[dict[str, Any]]:
    """Two of each slot: different ways through an expression are taken."""
    return [{name: sample(slot, place) for name, slot in expression.slots.items()} for place in (0, -1)]


def sample(slot: SlotDefinition, place: int = 0) -> Any:
    """A value as a slot of this type stores it."""
    return type_of(slot).samples_for(slot)[place]
