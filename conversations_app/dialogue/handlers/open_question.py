"""Which question a message can answer, and whether its sender has seen it. Commands before it in the same message may
have changed the stack."""

from collections.abc import Mapping
from typing import Any

from conversations_app.dialogue.slot_owners import find_owner
from flows_app.engine import DialogueState, PendingTask, RuntimeContext
from flows_app.engine.operations import CommandHandling
from flows_app.slot_types import type_of


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
    """Whether this message can answer a confirmation."""
    task = open_task(state, context)
    return task is not None and task["type"] == "confirm"


async def asked_yes_or_no(state: DialogueState, context: RuntimeContext) -> str | None:
    """The boolean slot that is being asked for, if one is."""
    task = open_task(state, context)
    if task is None or task["type"] != "collect":
        return None
    owner = await find_owner(state, context, task["slot"])
    slot = owner.compiled.slot(owner.slot) if owner else None
    return slot.name if slot and type_of(slot).is_yes_or_no else None


async def is_unseen_answer(
    command: Mapping[str, Any], handler: CommandHandling, state: DialogueState, context: RuntimeContext
) -> bool:
    """Whether the command would answer a question that the sender of this message had not seen: somebody or something
    else has brought it about since, or it is the second “yes” in a row."""
    task = open_task(state, context)
    if task is None or _was_seen(state, context):
        return False
    if handler.touches_slots and state.get("commands_by") != "client":
        # It may have been but a yes. A system that names slot and value says the same whatever is asked.
        return command.get("slot") == task.get("slot") and await asked_yes_or_no(state, context) is not None
    return handler.answers or handler.passes_question


def _was_seen(state: DialogueState, context: RuntimeContext) -> bool:
    return context.prompt_seq is not None and state.get("seen", 0) >= context.prompt_seq
