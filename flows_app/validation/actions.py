"""Actions that nobody has registered, or that are called wrongly."""

from collections.abc import Iterator

from flows_app.flow_language import ActionStep, FlowDefinition
from flows_app.validation.context import ActionSignature, ValidationContext
from flows_app.validation.findings import Finding, error, warning

# Every action may give one; it is said to the user.
MESSAGE = "message"


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if not isinstance(step, ActionStep):
            continue
        signature = context.actions.get(step.call)
        if signature is None:
            sentence = f"No action is called “{step.call}”: a plugin must register it, or an HTTP action define it."
            yield error("unknown_action", sentence, step=step.name, field="call")
        else:
            yield from _of_call(step, signature, definition)


def _of_call(step: ActionStep, signature: ActionSignature, definition: FlowDefinition) -> Iterator[Finding]:
    for name in sorted(set(step.inputs) - signature.inputs):
        sentence = f"“{step.call}” has no input “{name}”."
        yield error("unknown_input", sentence, step=step.name, field="inputs", inside=("inputs", name))
    for name in sorted(signature.inputs - set(step.inputs) - definition.slots_by_name.keys()):
        sentence = f"“{step.call}” needs the input “{name}”: give it here, or add a slot of this name."
        yield error("missing_input", sentence, step=step.name, field="inputs")
    for name in sorted(set(step.outputs) - signature.outputs - {MESSAGE}):
        sentence = f"“{step.call}” gives no “{name}”."
        yield error("unknown_output", sentence, step=step.name, field="outputs", inside=("outputs", name))
    if step.retry and not signature.idempotent:
        sentence = f"“{step.call}” could take effect twice, so it is never tried a second time: leave this empty."
        yield warning("retry_ignored", sentence, step=step.name, field="retry")
