"""Quick replies that lead nowhere."""

from collections.abc import Iterator

from flows_app.flow_language import FlowDefinition, SayStep, Step
from flows_app.flow_language.commands import Affirm
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.uses import options_at
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        offered = list(options_at(step))
        if step.is_gate and offered:
            yield from _without_command(step, "Choose what this answer does, such as “says yes” or “says no”.")
            if not any(isinstance(option.command, Affirm) for _, option in offered):
                sentence = "With none of these answers people can agree: let one of them say yes."
                yield error("no_affirm", sentence, step=step.name, field=str(offered[0][0][0]))
        if not step.waits:
            tick = f", or tick “{label_of(step.type, 'wait_for_ack')}”" if isinstance(step, SayStep) else ""
            yield from _without_command(step, f"Nobody waits for this answer: choose what it does{tick}.")


def _without_command(step: Step, sentence: str) -> Iterator[Finding]:
    """At the first such option."""
    inside = next((inside for inside, option in options_at(step) if option.command is None), None)
    if inside is not None:
        yield error("option_without_command", sentence, step=step.name, field=str(inside[0]), inside=inside)
