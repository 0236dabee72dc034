from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import LinkStep


def link_node(parts: NodeParts) -> Node:
    step = cast(LinkStep, parts.step)
    inputs = parts.expressions(step.inputs)

    async def link(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        values = parts.computed(inputs, state, runtime.context)
        signal = {"type": "link", "flow": step.flow, "inputs": values}
        return parts.routes.leave(None, {"_pending_task": None, "_signal": signal, **visited(state, step.name)})

    return link
