from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.patterns import pattern_text
from flows_app.compiler import DialogueState, RuntimeContext


class OutOfScopeHandler(CommandHandler):
    """Says that the bot can't help with this."""

    command_type = "out_of_scope"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return Outcome(says=(("not_understood", pattern_text("not_understood", context.language)),))
