from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, pattern
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import Handoff


class HandoffHandler(CommandHandler):
    """Gives the conversation to a person. Flows stay where they are until it is handed back."""

    command_model = Handoff
    turns_away = True
    leaves_question_open = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        queue = str(context.settings.handoff.get("queue", ""))
        return Outcome(says=(pattern(context, "handed_off"),), handed_off=queue)
