from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.handlers.open_question import acknowledges, answers_confirmation, asked_yes_or_no
from conversations_app.dialogue.handlers.slots import fill_slot
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import Affirm


class AffirmHandler(CommandHandler):
    """A “yes” to the open confirmation, for the values it showed."""

    command_model = Affirm
    answers = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if acknowledges(state, context):
            return Outcome(context.flow_manager.note_question(state, answer="acknowledged"))
        if slot := await asked_yes_or_no(state, context):
            return await fill_slot(state, context, slot, True)
        if not answers_confirmation(state, context):
            return Outcome()
        return Outcome(context.flow_manager.note_question(state, answer="agreed"))
