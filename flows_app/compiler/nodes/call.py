from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.receipts import fingerprint
from flows_app.compiler.state import CallSite, FlowState
from flows_app.compiler.visits import mark, visited, visits
from flows_app.language import CallStep


def call_node(parts: NodeParts) -> Node:
    """Asks the orchestrator for the other flow; this one goes on behind the step when that has ended."""
    step = cast(CallStep, parts.step)
    inputs = parts.expressions(step.inputs)

    async def call(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        values = parts.computed(inputs, state, runtime.context)
        site: CallSite = {
            "step": step.name,
            "visit": visits(state, step.name),
            "inputs_hash": fingerprint(values),
        }
        returned = mark(state, step.name, "returned") or {}
        if returned.get("site") == site:
            # A correction took the flow back to before the call, and changed nothing that was handed over.
            return parts.routes.onward(
                {"_pending_task": None, "slots": returned["slots"], **visited(state, step.name, done=returned["done"])}
            )
        signal = {
            "type": "call",
            "flow": step.flow,
            "inputs": values,
            "returns": step.outputs,
            "called_at": site,
        }
        update = {"_pending_task": None, "_signal": signal, **visited(state, step.name)}
        return parts.routes.leave(parts.routes.place.following, update)

    return call
