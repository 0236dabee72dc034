"""Quick replies that lead nowhere."""

from collections.abc import Iterator

from flows_app.language import ConfirmStep, FlowDefinition, SayStep
from flows_app.language.options import Affirm
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.parts import options_of


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if isinstance(step, ConfirmStep) and step.options:
            if any(option.command is None for option in step.options):
                sentence = "Each option of a confirm step needs a command, such as affirm or deny."
                yield error("option_without_command", sentence, step=step.name, field="options")
            if not any(isinstance(option.command, Affirm) for option in step.options):
                yield error("no_affirm", "None of the options affirms.", step=step.name, field="options")
        unheard = isinstance(step, SayStep) and not step.wait_for_ack
        if unheard and any(option.command is None for option in options_of(step)):
            sentence = "Nobody waits for this answer: give the option a command, or set wait_for_ack."
            yield error("option_without_command", sentence, step=step.name, field="options")
