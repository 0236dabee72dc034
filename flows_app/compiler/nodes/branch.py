from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import BranchStep
from flows_app.language.routing import way_of_case
from flows_app.values import ValueRefused, accept


def branch_node(parts: NodeParts) -> Node:
    step = cast(BranchStep, parts.step)
    place = parts.routes.place
    conditions = [parts.expression(case.when) if case.when is not None else None for case in step.cases]
    values = [_comparable(parts, step, case.value) for case in step.cases]
    targets = [way_of_case(place, str(number), case.next) for number, case in enumerate(step.cases)]
    otherwise = way_of_case(place, "default", step.default.next if step.default else None)

    async def choose(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        update = {"_pending_task": None, **visited(state, step.name)}
        held = state["slots"].get(step.slot) if step.slot else None
        for condition, value, target in zip(conditions, values, targets, strict=True):
            if condition.holds(state["slots"], runtime.context.now) if condition else held == value:
                return parts.routes.to(target, update)
        return parts.routes.to(otherwise, update)

    return choose


def _comparable(parts: NodeParts, step: BranchStep, value: object) -> object:
    """A case's value in the form in which the slot stores it: “Savings” matches a stored “savings”."""
    if value is None or step.slot is None:
        return None
    try:
        return accept(parts.definition.slots_by_name[step.slot], value)
    except ValueRefused:
        return value
