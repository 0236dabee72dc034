from collections.abc import Mapping
from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import ActionCall, ActionOutcome, PreparedAction, RuntimeContext
from flows_app.compiler.dependencies import slots_read_by
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.pending_task import inform, marked_sensitive
from flows_app.compiler.receipts import run_with_receipt
from flows_app.compiler.state import FlowState
from flows_app.compiler.trail import REWOUND
from flows_app.compiler.visits import said_already, visited, with_said
from flows_app.expressions import ExpressionFailed, names_in
from flows_app.language import ActionStep
from flows_app.language.routing import target_of
from flows_app.limits import RENDERED_LENGTH
from flows_app.plain_json import storable
from flows_app.values import DoesNotFit


def action_node(parts: NodeParts) -> Node:
    step = cast(ActionStep, parts.step)
    given = parts.expressions(step.inputs)
    of_the_moment = {name for name, source in step.inputs.items() if names_in(source) & {"now", "today"}}

    async def call(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        context = runtime.context
        try:
            inputs = parts.computed(given, state, context)
        except ExpressionFailed as failed:
            return _failed(parts, state, "expression", str(failed))
        prepared = await context.actions.prepare(_call(step, inputs, state, context.language))
        if isinstance(prepared, ActionOutcome):
            return _failed(parts, state, prepared.error_type, prepared.error)
        outcome = await run_with_receipt(
            context.receipts,
            parts.occasion(state),
            prepared,
            may_repeat=not state["visits"].get(REWOUND),
            of_the_moment=of_the_moment,
        )
        # What was done once and for all stands in the way of a correction.
        once = None if prepared.idempotent else {"gate": False}
        marks: dict[str, Any] = {"done": once, "taken": list(prepared.slots_taken)}
        if outcome.error_type:
            return _failed(parts, state, outcome.error_type, outcome.error, marks)
        try:
            slots = _results(parts, step.outputs, outcome.result, context)
        except DoesNotFit as misfit:
            return _failed(parts, state, "result", str(misfit), marks, tells_values=False)
        text = _message(outcome)
        if text:
            marks["said"] = with_said(state, step.name, text, context.language)
        task = None
        if text and not said_already(state, step.name, lambda _: text, context.language):
            task = marked_sensitive(inform(text), _handles_sensitive(parts, prepared))
        return parts.routes.onward({"_pending_task": task, "slots": slots, **visited(state, step.name, **marks)})

    return call


def _call(step: ActionStep, inputs: Mapping[str, Any], state: FlowState, language: str) -> ActionCall:
    return ActionCall(
        name=step.call,
        inputs=inputs,
        slots=state["slots"],
        outputs=tuple(step.outputs),
        timeout=step.timeout,
        retries=step.retry,
        language=language,
    )


def _results(
    parts: NodeParts, outputs: Mapping[str, str], result: Mapping[str, Any], context: RuntimeContext
) -> dict[str, Any]:
    given = {
        slot: parts.accepted(slot, result.get(key), f"the output “{key}”", context) for key, slot in outputs.items()
    }
    return {"error": None, **given}


def _handles_sensitive(parts: NodeParts, prepared: PreparedAction) -> bool:
    """Whether a message of the action may show the value of a sensitive slot: it was given one, or gives one."""
    step = cast(ActionStep, parts.step)
    return parts.any_secret({*slots_read_by(step, prepared.slots_taken), *step.outputs.values()})


def _message(outcome: ActionOutcome) -> str:
    """A result may carry a message, which goes out at once."""
    message = outcome.result.get("message")
    return storable(message)[:RENDERED_LENGTH] if isinstance(message, str) else ""


def _failed(
    parts: NodeParts,
    state: FlowState,
    error_type: str,
    detail: str,
    marks: Mapping[str, Any] | None = None,
    *,
    tells_values: bool = True,
) -> Command[str]:
    """A failed action stops its flow, unless the author says where to go: never the text of success."""
    step = cast(ActionStep, parts.step)
    error = {"type": error_type, "step": step.name, "message": storable(detail)[:500]}
    noted = {**(marks or {}), **({"done": None} if error_type == "failed" else {})}
    update = {"_pending_task": None, "slots": {"error": error}, **visited(state, step.name, **noted)}
    if step.on_error:
        return parts.routes.to(target_of(step.on_error), update)
    reason = f"{error_type}: {detail[:500]}"
    signal = {"type": "failed", "reason": reason, "error_type": error_type, "tells_values": tells_values}
    return parts.routes.leave(None, {**update, "_signal": signal})
