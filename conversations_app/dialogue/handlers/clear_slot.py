from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.handlers.slots import empty_slot
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import ClearSlot


class ClearSlotHandler(CommandHandler):
    """Takes a value back: it is asked for again."""

    command_model = ClearSlot
    touches_slots = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return await empty_slot(state, context, command["slot"])
