from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.options import shown
from flows_app.compiler.pending_task import inform, marked_sensitive
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import mark, said_already, visited, with_said
from flows_app.language import SayStep, Wording


def say_node(parts: NodeParts) -> Node:
    step = cast(SayStep, parts.step)
    text, options = parts.text(step.message), parts.options(step.options)
    sensitive = parts.shows_sensitive()

    async def say(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        read = mark(state, step.name, "answer") == "read"
        language = runtime.context.language

        def wording(in_language: str) -> Wording:
            return text.wording(state["slots"], in_language, str(parts.occasion(state)))

        said = wording(language)
        known = with_said(state, step.name, said.text, language)
        finished = visited(state, step.name, answer=None, said=known)
        if read or said_already(state, step.name, lambda then: wording(then).text, language):
            return parts.routes.onward({"_pending_task": None, **finished})
        task = inform(
            said,
            wait_for_ack=step.wait_for_ack,
            options=shown(options, state["slots"], language),
            metadata=step.metadata,
        )
        task = marked_sensitive(task, sensitive)
        if step.wait_for_ack:
            return parts.routes.stay({"_pending_task": task})
        return parts.routes.onward({"_pending_task": task, **finished})

    return say
