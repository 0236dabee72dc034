"""Quick replies that lead nowhere."""

from collections.abc import Iterator

from django.utils.translation import gettext

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
            yield from _without_command(step, gettext("Choose what this answer does, such as “says yes” or “says no”."))
            if not any(isinstance(option.command, Affirm) for _, option in offered):
                sentence = gettext("With none of these answers people can agree: let one of them say yes.")
                yield error("no_affirm", sentence, step=step.name, field=str(offered[0][0][0]))
        if not step.waits:
            yield from _without_command(step, _unheard(step))


def _unheard(step: Step) -> str:
    if not isinstance(step, SayStep):
        return gettext("Nobody waits for this answer: choose what it does.")
    sentence = gettext("Nobody waits for this answer: choose what it does, or tick “{label}”.")
    return sentence.format(label=label_of(step.type, "wait_for_ack"))


def _without_command(step: Step, sentence: str) -> Iterator[Finding]:
    """At the first such option."""
    inside = next((inside for inside, option in options_at(step) if option.command is None), None)
    if inside is not None:
        yield error("option_without_command", sentence, step=step.name, field=str(inside[0]), inside=inside)
