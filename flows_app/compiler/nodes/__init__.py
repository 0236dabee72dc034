"""One module a type of step. A new type registers its maker here and needs no change elsewhere."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.action import action_node
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.nodes.branch import branch_node
from flows_app.compiler.nodes.call import call_node
from flows_app.compiler.nodes.collect import collect_node
from flows_app.compiler.nodes.confirm import confirm_node
from flows_app.compiler.nodes.generate import generate_node
from flows_app.compiler.nodes.handoff import handoff_node
from flows_app.compiler.nodes.link import link_node
from flows_app.compiler.nodes.loop import while_node
from flows_app.compiler.nodes.say import say_node
from flows_app.compiler.nodes.set_slots import set_node
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.compiler.trail import leave_trail
from flows_app.compiler.visits import mark, visits
from flows_app.expressions import ExpressionFailed
from flows_app.language import FlowDefinition
from flows_app.values import DoesNotFit

MAKERS: dict[str, Callable[[NodeParts], Node]] = {
    "say": say_node,
    "collect": collect_node,
    "confirm": confirm_node,
    "action": action_node,
    "set": set_node,
    "branch": branch_node,
    "while": while_node,
    "call": call_node,
    "link": link_node,
    "generate": generate_node,
    "handoff": handoff_node,
}


def make_node(definition: FlowDefinition, routes: Routes) -> Node:
    parts = NodeParts(definition, routes)
    step = parts.routes.place.step
    return _leaving_a_trail(parts, _failing_honestly(parts, _unless_passed_over(parts, MAKERS[step.type](parts))))


def _leaving_a_trail(parts: NodeParts, node: Node) -> Node:
    async def run(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        command = await node(state, runtime)
        return replace(command, update=leave_trail(state, parts.step, parts.routes.places, cast(Any, command.update)))

    return run


def _failing_honestly(parts: NodeParts, node: Node) -> Node:
    """A step that can't compute what it needs fails: the flow stops, and the user is told."""

    async def run(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        try:
            return await node(state, runtime)
        except ExpressionFailed as failed:
            return parts.failed(state, f"{parts.step.name}: {failed}", tells_values=True)
        except DoesNotFit as failed:
            return parts.failed(state, str(failed), tells_values=False)

    return run


def _unless_passed_over(parts: NodeParts, node: Node) -> Node:
    """A step whose `when` does not hold is passed over, to the step below it."""
    if parts.step.when is None:
        return node
    condition = parts.expression(parts.step.when)

    async def guarded(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        # A loop that has begun is not passed over any more: its own condition ends it.
        begun = mark(state, parts.step.name, "rounds")
        if begun or condition.holds(state["slots"], runtime.context.now):
            return await node(state, runtime)
        name = parts.step.name
        return parts.routes.to(parts.routes.place.below, {"_pending_task": None, "visits": {name: visits(state, name)}})

    return guarded
