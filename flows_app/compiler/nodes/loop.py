from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.dependencies import collected_in
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import mark, marked, visited
from flows_app.language import WhileStep


def while_node(parts: NodeParts) -> Node:
    step = cast(WhileStep, parts.step)
    condition = parts.expression(step.condition)
    first = parts.routes.place.first_inside[""]
    collected = collected_in(step.steps)
    initial = {name: slot.initial for name, slot in parts.definition.slots_by_name.items()}

    async def repeat(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        rounds = mark(state, step.name, "rounds") or 0
        if rounds < step.max_iterations and condition.holds(state["slots"], runtime.context.now):
            # What a round collects is empty at its start; the condition has been computed with the last round's values.
            emptied = [slot for slot in collected if not given_ahead(state, slot)]
            return parts.routes.to(
                first,
                {
                    "_pending_task": None,
                    "slots": dict.fromkeys(emptied),
                    **marked(step.name, rounds=rounds + 1, entered=True),
                },
            )
        return parts.routes.onward(
            {"_pending_task": None, **visited(state, step.name, rounds=None, ended_after=rounds or None)}
        )

    def given_ahead(state: FlowState, slot: str) -> bool:
        """For the first round, in the message that started the flow: “two teas, please”."""
        value = state["slots"].get(slot)
        return not mark(state, step.name, "entered") and value is not None and value != initial.get(slot)

    return repeat
