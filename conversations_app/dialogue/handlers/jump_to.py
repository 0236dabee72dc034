from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, pattern
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import JumpTo


class JumpToHandler(CommandHandler):
    """Only options carry it: a jump of the flow that offers the option, to another of its steps."""

    command_model = JumpTo
    passes_question = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        active = context.flow_manager.active(state)
        if active is None or active["step"] is None or active["flow_id"] != command.get("flow_id"):
            return Outcome(says=(pattern(context, "no_longer_offered"),))
        compiled = await context.subgraph_registry.get(active["version_id"])
        return Outcome(context.flow_manager.jump(state, compiled, command["step"], context.now))
