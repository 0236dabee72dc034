"""The published flows that lead into a flow: they break if it goes away, or takes and gives other things."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext
from pydantic import ValidationError

from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.commands import StartFlow
from flows_app.flow_language.uses import flow_of, inputs_of, options_of, outputs_of
from flows_app.models import Flow, FlowVersion
from flows_app.validation import Finding
from flows_app.validation.findings import error


@dataclass(frozen=True)
class Caller:
    """A step of another published flow that leads here, and what it hands over and takes back."""

    flow: str
    step: str
    inputs: frozenset[str] = frozenset()
    outputs: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return gettext("step “{step}” of “{flow}”").format(step=self.step, flow=self.flow)


def published_callers(flow: Flow) -> tuple[Caller, ...]:
    current = Flow.objects.filter(bot=flow.bot_id).exclude(pk=flow.pk).values("current_version")
    # Only those whose text holds the name at all: a bot may have a thousand long flows, and the editor asks often.
    as_text = Cast("definition", TextField())
    others = FlowVersion.objects.annotate(as_text=as_text).filter(pk__in=current, as_text__contains=f'"{flow.name}"')
    rows = others.order_by("flow__name").values_list("flow__name", "definition").iterator(chunk_size=100)
    return tuple(caller for name, written in rows for caller in _calls_in(name, written, flow.name))


def broken_callers(flow: Flow, definition: FlowDefinition) -> Iterator[Finding]:
    """Finds what publishing the definition would break in flows that are published already."""
    current = flow.current_version.definition if flow.current_version else None
    kept_inputs, kept_outputs = frozenset(definition.inputs), frozenset(definition.outputs)
    # Callers may have been published against its draft, so its first version is always looked at.
    if current and kept_inputs.issuperset(current["inputs"]) and kept_outputs.issuperset(current["outputs"]):
        return  # nothing that a caller could rely on goes away: a bot may have a thousand flows to look through
    for caller in published_callers(flow):
        for name in sorted(caller.inputs - kept_inputs):
            yield error(
                "input_needed",
                gettext("The published {caller} still hands over “{name}”.").format(caller=caller, name=name),
                field="inputs",
            )
        for name in sorted(caller.outputs - kept_outputs):
            yield error(
                "output_needed",
                gettext("The published {caller} still takes “{name}” back.").format(caller=caller, name=name),
                field="outputs",
            )


def _calls_in(flow_name: str, written: object, target: str) -> Iterator[Caller]:
    try:
        definition = FlowDefinition.read_stored(written)
    except ValidationError:
        return  # published under an older language: it can't be run, so it calls nothing
    for step in definition.all_steps():
        if flow_of(step) == target:
            yield Caller(flow_name, step.name, frozenset(inputs_of(step)), frozenset(outputs_of(step)))
        elif target in _started_by_buttons(step):
            yield Caller(flow_name, step.name)


def _started_by_buttons(step: Step) -> set[str]:
    return {option.command.flow for option in options_of(step) if isinstance(option.command, StartFlow)}
