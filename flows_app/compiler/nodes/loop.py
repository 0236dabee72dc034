from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import mark, marked, visited
from flows_app.language import CollectStep, WhileStep, walk


def while_node(parts: NodeParts) -> Node:
    step = cast(WhileStep, parts.step)
    condition = parts.expression(step.condition)
    first = parts.routes.place.first_inside[""]
    collected = [inner.slot for inner in walk(step.steps) if isinstance(inner, CollectStep)]

    async def repeat(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        rounds = mark(state, step.name, "rounds") or 0
        if rounds < step.max_iterations and condition.holds(state["slots"], runtime.context.now):
            # What a round collects is empty at its start; the condition has been computed with the last round's values.
            emptied = dict.fromkeys(collected)
            return parts.routes.to(
                first, {"_pending_task": None, "slots": emptied, **marked(step.name, rounds=rounds + 1)}
            )
        return parts.routes.onward({"_pending_task": None, **visited(state, step.name, rounds=None)})

    return repeat
