"""Other flows that are called or linked to."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.uses import flow_of, inputs_of, key_of, outputs_of
from flows_app.validation.context import FlowSignature, ValidationContext
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    if context.flows is None:
        return
    # The definition itself counts as it will be, not as it was published last.
    own = FlowSignature(frozenset(definition.inputs), frozenset(definition.outputs))
    offered = {**context.flows, definition.name: own}
    for step in definition.all_steps():
        if flow := flow_of(step):
            field = key_of(step, "flow")
            if flow not in offered:
                sentence = gettext(
                    "No flow of this bot is called “{flow}”, or it is withdrawn: publish it, or correct the name."
                ).format(flow=flow)
                yield error("unknown_flow", sentence, step=step.name, field=field)
                continue
            if not offered[flow].published:
                sentence = gettext("“{flow}” is not published yet: until it is, this step fails.").format(flow=flow)
                yield warning("unpublished_flow", sentence, step=step.name, field=field)
            yield from _of_call(step, flow, offered[flow])


def _of_call(step: Step, flow: str, target: FlowSignature) -> Iterator[Finding]:
    for name in sorted(set(inputs_of(step)) - target.inputs):
        field, sentence = (
            key_of(step, "inputs"),
            gettext("“{flow}” takes no input “{name}”.").format(flow=flow, name=name),
        )
        yield error("unknown_input", sentence, step=step.name, field=field, inside=(field, name))
    for name in sorted(set(outputs_of(step)) - target.outputs):
        field, sentence = (
            key_of(step, "outputs"),
            gettext("“{flow}” gives no “{name}” back.").format(flow=flow, name=name),
        )
        yield error("unknown_output", sentence, step=step.name, field=field, inside=(field, name))
