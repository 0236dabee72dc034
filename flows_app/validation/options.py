"""Quick replies that lead nowhere."""

from collections.abc import Iterator

from flows_app.flow_language import ConfirmStep, FlowDefinition, Option, SayStep
from flows_app.flow_language.commands import Affirm
from flows_app.flow_language.labels import label_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.parts import options_of


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if isinstance(step, ConfirmStep) and step.options:
            if (number := _without_command(step.options)) is not None:
                sentence = "Choose what this answer does, such as “says yes” or “says no”."
                yield _at_option("option_without_command", sentence, step.name, number)
            if not any(isinstance(option.command, Affirm) for option in step.options):
                sentence = "With none of these answers people can agree: let one of them say yes."
                yield error("no_affirm", sentence, step=step.name, field="options")
        unheard = isinstance(step, SayStep) and not step.wait_for_ack
        if unheard and (number := _without_command(options_of(step))) is not None:
            waits = label_of("say", "wait_for_ack")
            sentence = f"Nobody waits for this answer: choose what it does, or tick “{waits}”."
            yield _at_option("option_without_command", sentence, step.name, number)


def _without_command(options: tuple[Option, ...]) -> int | None:
    """The number of the first."""
    return next((number for number, option in enumerate(options) if option.command is None), None)


def _at_option(code: str, sentence: str, step: str, number: int) -> Finding:
    return error(code, sentence, step=step, field="options", inside=("options", number))
