"""Slots that steps fill."""

from collections.abc import Iterator

from flows_app.language import CollectStep, FlowDefinition
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition) -> Iterator[Finding]:
    collected = {step.slot for step in definition.steps if isinstance(step, CollectStep)}
    for step in definition.steps:
        if isinstance(step, CollectStep) and step.slot not in definition.slots_by_name:
            yield error(
                "unknown_slot",
                f"There is no slot “{step.slot}”: add it to the slots, or choose another.",
                step=step.name,
                field="slot",
            )
    for slot in definition.slots:
        if slot.name not in collected:
            yield warning("unfilled_slot", "No step fills this slot.", slot=slot.name, field="name")
