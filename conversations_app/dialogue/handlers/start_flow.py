from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.patterns import pattern_text
from flows_app.compiler import DialogueState, RuntimeContext


class StartFlowHandler(CommandHandler):
    """Puts a flow on the stack, in the version that is current now."""

    command_type = "start_flow"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        flow_name = command["flow"]
        if any(flow["flow_name"] == flow_name for flow in state.get("flow_stack") or []):
            return Outcome()  # it runs already; its open question is asked again
        version_id = await context.flow_catalogue.current_version_id(flow_name)
        if version_id is None:
            return Outcome(says=(("cannot_do", pattern_text("cannot_do", context.language)),))
        compiled = await context.subgraph_registry.get(version_id)
        return Outcome(
            context.flow_manager.push_flow(
                state, flow_name=flow_name, version_id=version_id, first_step=compiled.first_step
            )
        )
