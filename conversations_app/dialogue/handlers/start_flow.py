from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.dialogue.starting import CannotStart, start_flow
from flows_app.compiler import DialogueState, RuntimeContext


class StartFlowHandler(CommandHandler):
    """Puts a flow on the stack; one that runs already is not stacked twice: its open question is asked again."""

    command_type = "start_flow"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if any(flow["flow_name"] == command["flow"] for flow in state.get("flow_stack") or []):
            return Outcome()
        try:
            return Outcome(await start_flow(state, context, command["flow"]))
        except CannotStart:
            return Outcome(says=(("cannot_do", pattern_text("cannot_do", context.language)),))
