"""Other flows that are called or linked to."""

from collections.abc import Iterator

from flows_app.flow_language import CallStep, FlowDefinition, LinkStep
from flows_app.validation.context import FlowSignature, ValidationContext
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    if context.flows is None:
        return
    # The definition itself counts as it will be, not as it was published last.
    own = FlowSignature(frozenset(definition.inputs), frozenset(definition.outputs))
    offered = {**context.flows, definition.name: own}
    for step in definition.all_steps():
        if isinstance(step, CallStep | LinkStep):
            if step.flow not in offered:
                sentence = (
                    f"No flow of this bot is called “{step.flow}”, or it is withdrawn: publish it, or correct the name."
                )
                yield error("unknown_flow", sentence, step=step.name, field="flow")
                continue
            if not offered[step.flow].published:
                sentence = f"“{step.flow}” is not published yet: until it is, this step fails."
                yield warning("unpublished_flow", sentence, step=step.name, field="flow")
            yield from _of_call(step, offered[step.flow])


def _of_call(step: CallStep | LinkStep, target: FlowSignature) -> Iterator[Finding]:
    for name in sorted(set(step.inputs) - target.inputs):
        sentence = f"“{step.flow}” takes no input “{name}”."
        yield error("unknown_input", sentence, step=step.name, field="inputs", inside=("inputs", name))
    if isinstance(step, CallStep):
        for name in sorted(set(step.outputs) - target.outputs):
            sentence = f"“{step.flow}” gives no “{name}” back."
            yield error("unknown_output", sentence, step=step.name, field="outputs", inside=("outputs", name))
