from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, pattern
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import CancelFlow


class CancelFlowHandler(CommandHandler):
    """Ends the active flow; the one below it goes on."""

    command_model = CancelFlow
    turns_away = True
    leaves_question_open = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if context.flow_manager.active(state) is None:
            return Outcome(says=(pattern(context, "nothing_to_cancel"),))
        return Outcome(context.flow_manager.abandon_flow(state), (pattern(context, "cancelled"),))
