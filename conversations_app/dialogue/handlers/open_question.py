"""Which question a message can answer. Commands before it in the same message may have changed the stack."""

from conversations_app.dialogue.slot_owners import find_owner
from flows_app.compiler import DialogueState, PendingTask, RuntimeContext
from flows_app.language import SlotType


def open_task(state: DialogueState, context: RuntimeContext) -> PendingTask | None:
    """The open task, if the flow and step that asked are still the ones that are active."""
    task, active = state.get("_pending_task"), context.flow_manager.active(state)
    if not task or active is None or task.get("asked_by") != [active["flow_id"], active["step"]]:
        return None
    return task


def acknowledges(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether this message says that an INFORM has been read."""
    task = open_task(state, context)
    return task is not None and task["type"] == "inform"


def answers_confirmation(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether this message can answer a confirmation: one is open, and was asked before the message was sent."""
    task = open_task(state, context)
    return task is not None and task["type"] == "confirm" and _was_seen(state, context)


def _was_seen(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether the question was asked before the message was sent: a second “yes” in a row answers nothing."""
    return context.prompt_seq is not None and state["last_inbound_seq"] > context.prompt_seq


async def asked_yes_or_no(state: DialogueState, context: RuntimeContext) -> str | None:
    """The boolean slot that is being asked for, if one is."""
    task = open_task(state, context)
    if task is None or task["type"] != "collect" or not _was_seen(state, context):
        return None
    owner = await find_owner(state, context, task["slot"])
    slot = owner.compiled.slot(owner.slot) if owner else None
    return slot.name if slot and slot.type is SlotType.BOOLEAN else None
