from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.patterns import pattern_text
from flows_app.compiler import DialogueState, RuntimeContext


class CancelFlowHandler(CommandHandler):
    """Ends the active flow; the one below it goes on."""

    command_type = "cancel_flow"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if context.flow_manager.active(state) is None:
            return Outcome(says=(("nothing_to_cancel", pattern_text("nothing_to_cancel", context.language)),))
        says = (("cancelled", pattern_text("cancelled", context.language)),)
        return Outcome(context.flow_manager.abandon_flow(state), says)
