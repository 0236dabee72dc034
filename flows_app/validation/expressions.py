"""Conditions and computed values that can't be read, name unknown things, or mix types."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.expressions import BadExpression, compile_expression, type_problem, unknown_names
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.uses import conditions_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error
from flows_app.validation.parts import expressions_of_step


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    if definition.guard:
        yield from _of_expression(definition.guard, True, definition, "", ("guard",))
    for step in definition.all_steps():
        conditions = {place for place, _ in conditions_of(step)}
        for place, source in expressions_of_step(step):
            yield from _of_expression(source, place in conditions, definition, step.name, place)


def _of_expression(
    source: str, is_condition: bool, definition: FlowDefinition, step: str, place: Path
) -> Iterator[Finding]:
    slots, field = definition.slots_by_name, str(place[0])
    try:
        compiled = compile_expression(source, slots)
    except BadExpression as bad:
        yield error("bad_expression", str(bad), step=step, field=field, inside=place)
        return
    if unknown := unknown_names(source, slots):
        sentence = gettext("“{source}” names “{unknown}”, which is no slot of this flow.").format(
            source=source, unknown=unknown[0]
        )
        yield error("unknown_name", sentence, step=step, field=field, inside=place)
    elif problem := type_problem(compiled, "condition" if is_condition else "value"):
        yield error("wrong_type", problem, step=step, field=field, inside=place)
