from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.pending_task import inform
from flows_app.compiler.state import FlowState
from flows_app.compiler.texts import CompiledText
from flows_app.compiler.visits import visited
from flows_app.language import GenerateStep


def generate_node(parts: NodeParts) -> Node:
    step = cast(GenerateStep, parts.step)
    instruction, fallback = CompiledText.of(step.instruction), CompiledText.of(step.fallback)

    async def write(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        language, occasion = runtime.context.language, parts.occasion(state)
        seen = {name: state["slots"].get(name) for name in step.context}
        written = await runtime.context.text_generator.write(
            instruction.render(state["slots"], language, occasion), seen, language
        )
        text = written or fallback.render(state["slots"], language, occasion)
        done = visited(state, step.name)
        if step.slot:
            return parts.routes.onward(
                {"_pending_task": None, "slots": {step.slot: parts.accepted(step.slot, text)}, **done}
            )
        return parts.routes.onward({"_pending_task": inform(text, metadata=step.metadata), **done})

    return write
