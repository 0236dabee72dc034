from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.options import shown
from flows_app.compiler.pending_task import collect, marked_sensitive
from flows_app.compiler.state import FlowState
from flows_app.compiler.visits import mark, marked, visited
from flows_app.language import CollectStep
from flows_app.language.routing import target_of
from flows_app.values import input_of

_FRESH = {"asked": None, "refused": None}


def collect_node(parts: NodeParts) -> Node:
    step = cast(CollectStep, parts.step)
    slot = parts.definition.slots_by_name.get(step.slot)
    question = parts.text(step.message or (slot.prompt if slot else None) or step.slot)
    again = parts.text(step.reask) if step.reask else question
    options = parts.options(step.options) or parts.choices(step.slot)
    sensitive = parts.shows_sensitive()

    async def ask_or_go_on(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        asked = mark(state, step.name, "asked")
        # Filled means not null: an empty list, 0 and false are answers.
        if state["slots"].get(step.slot) is not None and (asked or not step.always_ask):
            return parts.routes.onward({"_pending_task": None, **visited(state, step.name, **_FRESH)})
        if step.max_attempts and (mark(state, step.name, "refused") or 0) >= step.max_attempts:
            return _give_up(parts, state)
        return parts.routes.stay(_ask(state, runtime.context))

    def _ask(state: FlowState, context: RuntimeContext) -> dict[str, Any]:
        asked = mark(state, step.name, "asked") or 0
        text = again if asked else question
        prompt = text.wording(state["slots"], context.language, f"{parts.occasion(state)}:{asked}")
        offered = shown(options, state["slots"], context.language)
        task = collect(prompt, step.slot, options=offered, metadata=step.metadata)
        task = marked_sensitive(task, sensitive)
        if slot:
            task["input"] = input_of(slot, context.now)
        if slot and slot.sensitive:
            task["secret_answer"] = True
        # A step that always asks forgets the old value, so that an answer that is refused does not count as given.
        emptied = {"slots": {step.slot: None}} if step.always_ask else {}
        return {"_pending_task": task, **emptied, **marked(step.name, asked=asked + 1)}

    return ask_or_go_on


def _give_up(parts: NodeParts, state: FlowState) -> Command[str]:
    """Too many answers were refused."""
    step = cast(CollectStep, parts.step)
    update = {"_pending_task": None, **visited(state, step.name, **_FRESH)}
    if step.on_invalid:
        return parts.routes.to(target_of(step.on_invalid), update)
    return parts.routes.leave(None, {**update, "_signal": {"type": "cancel"}})
