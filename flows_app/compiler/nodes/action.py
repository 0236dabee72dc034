from collections.abc import Mapping
from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import ActionCall, ActionOutcome, RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.pending_task import inform
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited, visits
from flows_app.expressions import ExpressionFailed
from flows_app.language import ActionStep
from flows_app.language.routing import target_of
from flows_app.limits import RENDERED_LENGTH
from flows_app.plain_json import storable
from flows_app.values import ValueRefused


def action_node(parts: NodeParts) -> Node:
    step = cast(ActionStep, parts.step)
    given = parts.expressions(step.inputs)

    async def call(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        context = runtime.context
        try:
            inputs = parts.computed(given, state, context)
        except ExpressionFailed as failed:
            return _failed(parts, state, "expression", str(failed))
        outcome = await context.actions.run(
            ActionCall(
                name=step.call,
                inputs=inputs,
                slots=state["slots"],
                timeout=step.timeout,
                retries=step.retry,
                place=f"{state['flow_id']}:{step.name}:{visits(state, step.name)}",
            )
        )
        if outcome.error_type:
            return _failed(parts, state, outcome.error_type, outcome.error)
        try:
            slots = _results(parts, step.outputs, outcome.result)
        except ValueRefused as refused:
            return _failed(parts, state, "result", str(refused))
        return parts.routes.onward({"_pending_task": _message(outcome), "slots": slots, **visited(state, step.name)})

    return call


def _results(parts: NodeParts, outputs: Mapping[str, str], result: Mapping[str, Any]) -> dict[str, Any]:
    return {"error": None, **{slot: parts.accepted(slot, result.get(key)) for key, slot in outputs.items()}}


def _message(outcome: ActionOutcome) -> Any:
    """A result may carry a message, which goes out at once."""
    message = outcome.result.get("message")
    return inform(storable(message)[:RENDERED_LENGTH]) if isinstance(message, str) and message else None


def _failed(parts: NodeParts, state: FlowState, error_type: str, detail: str) -> Command[str]:
    """A failed action stops its flow, unless the author says where to go: never the text of success."""
    step = cast(ActionStep, parts.step)
    error = {"type": error_type, "step": step.name, "message": storable(detail)[:500]}
    update = {"_pending_task": None, "slots": {"error": error}, **visited(state, step.name)}
    if step.on_error:
        return parts.routes.to(target_of(step.on_error), update)
    return parts.routes.leave(
        None, {**update, "_signal": {"type": "failed", "reason": f"{error_type}: {detail[:500]}"}}
    )
