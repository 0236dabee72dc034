from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.pending_task import inform, marked_sensitive
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import mark, visited, visits
from flows_app.language import HandoffStep


def handoff_node(parts: NodeParts) -> Node:
    step = cast(HandoffStep, parts.step)
    text = parts.text(step.message) if step.message else None
    sensitive = parts.shows_sensitive()

    async def hand_off(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        if mark(state, step.name, "handed") == visits(state, step.name):
            # A correction took the flow back to before it: it has been with a person, and need not go there again.
            return parts.routes.onward({"_pending_task": None, **visited(state, step.name)})
        said = text.wording(state["slots"], runtime.context.language, str(parts.occasion(state))) if text else None
        task = marked_sensitive(inform(said, metadata=step.metadata), sensitive) if said and said.text else None
        signal = {"type": "handoff", "queue": step.queue or ""}
        update = {
            "_pending_task": task,
            "_signal": signal,
            **visited(state, step.name, handed=visits(state, step.name)),
        }
        return parts.routes.leave(parts.routes.place.following, update)

    return hand_off
