"""Actions that nobody has registered, or that are called wrongly."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.uses import action_of, held, inputs_of, key_of, outputs_of
from flows_app.validation.context import ActionSignature, ValidationContext
from flows_app.validation.findings import Finding, error, warning

# Every action may give one; it is said to the user.
MESSAGE = "message"


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    for step in definition.all_steps():
        if (action := action_of(step)) is None:
            continue
        signature = context.actions.get(action)
        if signature is None:
            sentence = gettext(
                "No action is called “{action}”: a plugin must register it, or an HTTP action define it."
            ).format(action=action)
            yield error("unknown_action", sentence, step=step.name, field=key_of(step, "action"))
        else:
            yield from _of_call(step, action, signature, definition)


def _of_call(step: Step, action: str, signature: ActionSignature, definition: FlowDefinition) -> Iterator[Finding]:
    given = set(inputs_of(step))
    for name in sorted(given - signature.inputs):
        field, sentence = (
            key_of(step, "inputs"),
            gettext("“{action}” has no input “{name}”.").format(action=action, name=name),
        )
        yield error("unknown_input", sentence, step=step.name, field=field, inside=(field, name))
    # A step that has no field for inputs gives them by itself.
    missing = signature.inputs - given if held(step, "inputs") is not None else set()
    for name in sorted(missing - definition.slots_by_name.keys()):
        sentence = gettext("“{action}” needs the input “{name}”: give it here, or add a slot of this name.").format(
            action=action, name=name
        )
        yield error("missing_input", sentence, step=step.name, field=key_of(step, "inputs"))
    for name in sorted(set(outputs_of(step)) - signature.outputs - {MESSAGE}):
        field, sentence = (
            key_of(step, "outputs"),
            gettext("“{action}” gives no “{name}”.").format(action=action, name=name),
        )
        yield error("unknown_output", sentence, step=step.name, field=field, inside=(field, name))
    if getattr(step, "retry", 0) and not signature.idempotent:
        sentence = gettext(
            "“{action}” could take effect twice, so it is never tried a second time: leave this empty."
        ).format(action=action)
        yield warning("retry_ignored", sentence, step=step.name, field="retry")
