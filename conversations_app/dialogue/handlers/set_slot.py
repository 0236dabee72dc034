from typing import Any, ClassVar

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.handlers.slots import fill_slot
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import CommandModel, SetSlot


class SetSlotHandler(CommandHandler):
    """Fills a slot with a value that it accepts; one that held another value is corrected."""

    command_model: ClassVar[type[CommandModel] | None] = SetSlot
    touches_slots = True
    # Whether the user speaks of a value that is there.
    corrects: ClassVar[bool] = False

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return await fill_slot(state, context, command["slot"], command["value"], corrects=self.corrects)
