"""Branches that forget something."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.forms import nesting_of
from flows_app.flow_language.uses import held
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if "default" in nesting_of(type(step)) and held(step, "default") is None:
            sentence = gettext(
                "If no case holds, the flow goes on below the branch. If it is meant to, choose “go on below the "
                "branch” under “Otherwise”."
            )
            yield warning("no_default", sentence, step=step.name, field="default")
        seen: list[object] = []
        for number, case in enumerate(held(step, "cases") or ()):
            test = case.when if case.when is not None else ("value", case.value)
            if test in seen:
                written = case.value if case.when is None else case.when
                sentence = gettext("The case “{written}” stands twice: the second is never taken.").format(
                    written=written
                )
                yield warning("duplicate_case", sentence, step=step.name, field="cases", inside=("cases", number))
            seen.append(test)
