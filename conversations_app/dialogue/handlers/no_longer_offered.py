from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, pattern
from flows_app.engine import DialogueState, RuntimeContext


class NoLongerOfferedHandler(CommandHandler):
    """A button of an older message was pressed: it does nothing but bring the open question back."""

    command_type = "no_longer_offered"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return Outcome(says=(pattern(context, "no_longer_offered"),))
