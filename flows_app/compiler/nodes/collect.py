from collections.abc import Awaitable, Callable

from langgraph.types import Command

from flows_app.compiler.pending_task import collect
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import CollectStep, MessageTemplate


def collect_node(step: CollectStep, routes: Routes) -> Callable[[FlowState], Awaitable[Command[str]]]:
    template = MessageTemplate.parse(step.message)

    async def ask_or_go_on(state: FlowState) -> Command[str]:
        # Filled means not null: an empty list, 0 and false are answers.
        if state["slots"].get(step.slot) is not None:
            return routes.onward({"_pending_task": None, **visited(state, step.name)})
        task = collect(template.render(state["slots"]), step.slot, metadata=step.metadata)
        return routes.stay(step.name, {"_pending_task": task})

    return ask_or_go_on
