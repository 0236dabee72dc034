from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from flows_app.compiler import DialogueState, RuntimeContext


class AffirmHandler(CommandHandler):
    """A “yes” to the open confirmation, for the values it showed, if it is younger than the question."""

    command_type = "affirm"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if acknowledges(state, context):
            return Outcome(context.flow_manager.mark(state, answer="read"))
        if not answers_confirmation(state, context):
            return Outcome()
        shown = context.flow_manager.marks(state).get("shown")
        return Outcome(context.flow_manager.mark(state, answer=f"affirm:{shown}"))


def acknowledges(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether this message says that an INFORM has been read."""
    return _answers(state, context, "inform")


def answers_confirmation(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether this message can answer a confirmation: one is open, and was asked before the message was sent."""
    if not _answers(state, context, "confirm"):
        return False
    return context.prompt_seq is not None and state["last_inbound_seq"] > context.prompt_seq


def _answers(state: DialogueState, context: RuntimeContext, kind: str) -> bool:
    """Whether a task of this kind is open, and the flow and step that asked are still the ones that are active:
    commands before this one may have changed the stack."""
    task, active = state.get("_pending_task"), context.flow_manager.active(state)
    if not task or task["type"] != kind or active is None:
        return False
    return task.get("asked_by") == [active["flow_id"], active["step"]]
