"""Names that must be there, and must be there only once."""

from collections import Counter
from collections.abc import Iterator

from flows_app.language import FlowDefinition
from flows_app.language.base import END
from flows_app.validation.findings import Finding, error


def check(definition: FlowDefinition) -> Iterator[Finding]:
    if not definition.steps:
        yield error("no_steps", "Add a step: a flow without one has nothing to do.", field="steps")
    for name in _repeated(step.name for step in definition.steps):
        yield error("duplicate_step", "Another step has this name; give each its own.", step=name, field="name")
    for name in _repeated(slot.name for slot in definition.slots):
        yield error("duplicate_slot", "Another slot has this name; give each its own.", slot=name, field="name")
    for step in definition.steps:
        if step.name == END:
            yield error("reserved_name", f"“{END}” is where a flow ends; rename the step.", step=END, field="name")


def _repeated(names: Iterator[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]
