from typing import Any

from conversations_app.dialogue.handlers.affirm import answers_confirmation
from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from flows_app.compiler import DialogueState, RuntimeContext


class DenyHandler(CommandHandler):
    """A “no” to the open confirmation."""

    command_type = "deny"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if not answers_confirmation(state, context):
            return Outcome()
        return Outcome(context.flow_manager.mark(state, answer="deny"))
