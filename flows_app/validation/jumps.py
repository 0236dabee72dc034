"""Where steps lead: to steps that exist, and past none that can't be reached."""

from collections.abc import Iterator

from flows_app.language import FlowDefinition
from flows_app.language.base import END
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition) -> Iterator[Finding]:
    names = {step.name for step in definition.steps}
    for step in definition.steps:
        if step.next and step.next != END and step.next not in names:
            yield error("unknown_step", f"There is no step “{step.next}” to go to.", step=step.name, field="next")
    for name in _unreachable(definition):
        yield warning("unreachable_step", "No way leads to this step.", step=name, field="name")


def _unreachable(definition: FlowDefinition) -> list[str]:
    positions = {step.name: index for index, step in enumerate(definition.steps)}
    reached: set[int] = set()
    position = 0
    while position < len(definition.steps) and position not in reached:
        reached.add(position)
        target = definition.steps[position].next
        position = positions.get(target, len(definition.steps)) if target else position + 1
    return [step.name for index, step in enumerate(definition.steps) if index not in reached]
