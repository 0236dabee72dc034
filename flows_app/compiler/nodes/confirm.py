from typing import Any, cast

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import RuntimeContext
from flows_app.compiler.nodes.base import Node, NodeParts
from flows_app.compiler.options import shown
from flows_app.compiler.pending_task import confirm, marked_sensitive
from flows_app.compiler.receipts import fingerprint
from flows_app.compiler.state import FlowState
from flows_app.compiler.trail import REWOUND
from flows_app.compiler.visits import mark, marked, visited
from flows_app.language import ConfirmStep, Option
from flows_app.language.options import Affirm, Deny
from flows_app.language.routing import target_of

_YES_AND_NO = (
    Option(label={"en": "Yes", "es": "Sí"}, command=Affirm()),
    Option(label={"en": "No", "es": "No"}, command=Deny()),
)
_FRESH = {"shown": None, "answer": None}


def confirm_node(parts: NodeParts) -> Node:
    """The gate: an affirmation counts only for the values that were shown.

    The step marks what it shows; the affirm command is stored with that mark; if a value has changed since, the
    marks differ, and the step shows itself again.
    """
    step = cast(ConfirmStep, parts.step)
    text, options = parts.text(step.message), parts.options(step.options or _YES_AND_NO)
    sensitive = parts.shows_sensitive()

    async def pass_or_ask(state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        values = _fingerprint(state["slots"], step.slot)
        answer = mark(state, step.name, "answer")
        if answer == f"affirm:{values}":
            return parts.routes.onward({"_pending_task": None, **_affirmed(state, step)})
        if answer == "deny":
            return _denied(parts, state)
        prompt = text.wording(state["slots"], runtime.context.language, str(parts.occasion(state)))
        task = confirm(prompt, shown(options, state["slots"], runtime.context.language), metadata=step.metadata)
        task = marked_sensitive(task, sensitive)
        return parts.routes.stay({"_pending_task": task, **marked(step.name, shown=values, answer=None)})

    return pass_or_ask


def _denied(parts: NodeParts, state: FlowState) -> Command[str]:
    step = cast(ConfirmStep, parts.step)
    update = {"_pending_task": None, **_answered(state, step, False)}
    if step.on_deny:
        return parts.routes.to(target_of(step.on_deny), update)
    return parts.routes.leave(None, {**update, "_signal": {"type": "cancel"}})


def _affirmed(state: FlowState, step: ConfirmStep) -> dict[str, Any]:
    """What was put right behind this step may be done: the user has agreed to it."""
    answered = _answered(state, step, True)
    return {**answered, "visits": {**answered["visits"], REWOUND: None}}


def _answered(state: FlowState, step: ConfirmStep, outcome: bool) -> dict[str, Any]:
    stored = {"slots": {step.slot: outcome}} if step.slot else {}
    return {**stored, **visited(state, step.name, **_FRESH)}


def _fingerprint(slots: dict[str, Any], own: str | None) -> str:
    """Of the values that an affirmation is given for; the step's own outcome is none of them."""
    values = {name: value for name, value in slots.items() if name != own and value is not None}
    return fingerprint(values)
