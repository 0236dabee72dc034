from collections.abc import Awaitable, Callable

from langgraph.types import Command

from flows_app.compiler.pending_task import inform
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import visited
from flows_app.language import MessageTemplate, SayStep


def say_node(step: SayStep, routes: Routes) -> Callable[[FlowState], Awaitable[Command[str]]]:
    template = MessageTemplate.parse(step.message)

    async def say(state: FlowState) -> Command[str]:
        task = inform(template.render(state["slots"]), metadata=step.metadata)
        return routes.onward({"_pending_task": task, **visited(state, step.name)})

    return say
