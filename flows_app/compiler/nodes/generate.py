from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.pending_task import inform, marked_sensitive
from flows_app.compiler.receipts import write_with_receipt
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import said_already, visited, with_said
from flows_app.language import GenerateStep, Wording
from flows_app.masking import masked_slots


def generate_node(parts: NodeParts) -> Node:
    """The model sees sensitive values masked; the fallback, which only the user reads, shows them.

    What the model writes is no Markdown: a picture in it could carry away what it was told.
    """
    step = cast(GenerateStep, parts.step)
    instruction, fallback = parts.text(step.instruction), parts.text(step.fallback)
    sensitive = parts.shows_sensitive()

    async def write(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        context, occasion = runtime.context, parts.occasion(state)
        slots = masked_slots(state["slots"], parts.secrets)
        asked = instruction.render(slots, context.language, str(occasion))
        seen = {name: slots.get(name) for name in step.context}
        written = await write_with_receipt(
            context.receipts,
            occasion,
            {"instruction": asked, "slots": seen, "language": context.language},
            lambda: context.text_generator.write(asked, seen, context.language),
        )
        said = Wording(written) if written else fallback.wording(state["slots"], context.language, str(occasion))
        done = visited(state, step.name, said=with_said(state, step.name, said.text, context.language))
        if step.slot:
            held = {step.slot: parts.accepted(step.slot, said.text, "the language model", context)}
            return parts.routes.onward({"_pending_task": None, "slots": held, **done})
        if said_already(state, step.name, lambda _: said.text, context.language):
            return parts.routes.onward({"_pending_task": None, **done})
        task = marked_sensitive(inform(said, metadata=step.metadata), sensitive)
        return parts.routes.onward({"_pending_task": task, **done})

    return write
