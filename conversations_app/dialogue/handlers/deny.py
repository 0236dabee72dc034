from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.handlers.open_question import answers_confirmation, asked_yes_or_no
from conversations_app.dialogue.handlers.slots import empty_slot, fill_slot
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import Deny


class DenyHandler(CommandHandler):
    """A “no” to the open confirmation; with a slot, that one is asked for again and the confirmation shown anew."""

    command_model = Deny
    answers = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if slot := command.get("slot"):
            changed = await empty_slot(state, context, slot)
            if not changed.ignored:
                return changed
        if slot := await asked_yes_or_no(state, context):
            return await fill_slot(state, context, slot, False)
        if not answers_confirmation(state, context):
            return Outcome()
        return Outcome(context.flow_manager.note_question(state, answer="denied"))
