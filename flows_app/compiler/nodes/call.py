from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import CallStep


def call_node(parts: NodeParts) -> Node:
    """Asks the orchestrator for the other flow; this one goes on behind the step when that has ended."""
    step = cast(CallStep, parts.step)
    inputs = parts.expressions(step.inputs)

    async def call(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        values = parts.computed(inputs, state, runtime.context)
        signal = {"type": "call", "flow": step.flow, "inputs": values, "returns": step.outputs}
        update = {"_pending_task": None, "_signal": signal, **visited(state, step.name)}
        return parts.routes.leave(parts.routes.place.following, update)

    return call
