"""Texts that can't be read, and placeholders that nothing fills."""

from collections.abc import Iterator

from flows_app.language import FlowDefinition, MessageError, MessageTemplate
from flows_app.validation.findings import Finding, error


def check(definition: FlowDefinition) -> Iterator[Finding]:
    for step in definition.steps:
        try:
            template = MessageTemplate.parse(step.message)
        except MessageError as problem:
            yield error("bad_message", str(problem), step=step.name, field="message")
            continue
        for slot in sorted(template.slots - definition.slots_by_name.keys()):
            yield error(
                "unknown_placeholder",
                f"“{{{slot}}}” names no slot of this flow: add the slot, or correct the text.",
                step=step.name,
                field="message",
            )
