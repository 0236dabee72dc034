from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import SetStep


def set_node(parts: NodeParts) -> Node:
    step = cast(SetStep, parts.step)
    expressions = parts.expressions(step.values)

    async def set_slots(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        changed: dict[str, Any] = dict.fromkeys(step.clear)
        # Each sees the values from before the step: a mapping has no order that a database would keep.
        for slot, value in parts.computed(expressions, state, runtime.context).items():
            changed[slot] = parts.accepted(slot, value, f"the value for “{slot}”", runtime.context)
        return parts.routes.onward({"_pending_task": None, "slots": changed, **visited(state, step.name)})

    return set_slots
