from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.options import compile_options, shown
from flows_app.compiler.pending_task import inform
from flows_app.compiler.state import FlowState
from flows_app.compiler.texts import CompiledText
from flows_app.compiler.visits import mark, visited
from flows_app.language import SayStep


def say_node(parts: NodeParts) -> Node:
    step = cast(SayStep, parts.step)
    text, options = CompiledText.of(step.message), compile_options(step.options)

    async def say(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        if mark(state, step.name, "answer") == "read":
            return parts.routes.onward({"_pending_task": None, **visited(state, step.name, answer=None)})
        language = runtime.context.language
        task = inform(
            text.render(state["slots"], language, parts.occasion(state)),
            wait_for_ack=step.wait_for_ack,
            options=shown(options, state["slots"], language),
            metadata=step.metadata,
        )
        if step.wait_for_ack:
            return parts.routes.stay({"_pending_task": task})
        return parts.routes.onward({"_pending_task": task, **visited(state, step.name)})

    return say
