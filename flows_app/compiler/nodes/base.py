from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited, visits
from flows_app.expressions import CompiledExpression, compile_expression
from flows_app.language import FlowDefinition, Step
from flows_app.values import accept

Node = Callable[[FlowState, Runtime[RuntimeContext]], Awaitable[Command[str]]]


@dataclass(frozen=True)
class NodeParts:
    """What a maker needs to make its node."""

    definition: FlowDefinition
    routes: Routes

    @property
    def step(self) -> Step:
        return self.routes.place.step

    def expression(self, source: str) -> CompiledExpression:
        return compile_expression(source, self.definition.slots_by_name)

    def expressions(self, sources: Mapping[str, str]) -> dict[str, CompiledExpression]:
        return {name: self.expression(source) for name, source in sources.items()}

    def accepted(self, slot: str, value: Any) -> Any:
        """A value for a slot, checked as if the user had given it; None empties the slot."""
        return None if value is None else accept(self.definition.slots_by_name[slot], value)

    def computed(
        self, expressions: Mapping[str, CompiledExpression], state: FlowState, context: RuntimeContext
    ) -> dict[str, Any]:
        return {name: expression.value(state["slots"], context.now) for name, expression in expressions.items()}

    def failed(self, state: FlowState, reason: str) -> Command[str]:
        """Stops the flow."""
        update = {"_pending_task": None, "_signal": {"type": "failed", "reason": reason[:500]}}
        return self.routes.leave(None, {**update, **visited(state, self.step.name)})

    def occasion(self, state: FlowState) -> str:
        """This visit of this step: what picks a variation of a text."""
        return f"{state['flow_id']}:{self.step.name}:{visits(state, self.step.name)}"
