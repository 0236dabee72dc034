"""Quick replies that lead nowhere."""

from collections.abc import Iterator

from flows_app.language import ConfirmStep, FlowDefinition, Option, SayStep
from flows_app.language.options import Affirm
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.parts import options_of


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if isinstance(step, ConfirmStep) and step.options:
            if (number := _without_command(step.options)) is not None:
                sentence = "Each option of a confirm step needs a command, such as affirm or deny."
                yield _at_option("option_without_command", sentence, step.name, number)
            if not any(isinstance(option.command, Affirm) for option in step.options):
                yield error("no_affirm", "None of the options affirms.", step=step.name, field="options")
        unheard = isinstance(step, SayStep) and not step.wait_for_ack
        if unheard and (number := _without_command(options_of(step))) is not None:
            sentence = "Nobody waits for this answer: give the option a command or let the message wait (wait_for_ack)."
            yield _at_option("option_without_command", sentence, step.name, number)


def _without_command(options: tuple[Option, ...]) -> int | None:
    """The number of the first."""
    return next((number for number, option in enumerate(options) if option.command is None), None)


def _at_option(code: str, sentence: str, step: str, number: int) -> Finding:
    return error(code, sentence, step=step, field="options", inside=("options", number))
