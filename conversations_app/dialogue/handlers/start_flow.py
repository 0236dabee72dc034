from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, pattern
from conversations_app.dialogue.stack import end_of_task
from conversations_app.dialogue.starting import CannotStart, TooManyFlows, start_flow
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import StartFlow


class StartFlowHandler(CommandHandler):
    """Puts a flow on the stack. One that is there already is not stacked twice: it goes on where it stands."""

    command_model = StartFlow
    turns_away = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        names = [flow["flow_name"] for flow in state.get("flow_stack") or []]
        if command["flow"] in names:
            return self._go_on(state, context, names.index(command["flow"]))
        try:
            return Outcome(await start_flow(state, context, command["flow"]))
        except TooManyFlows:
            return await self._refused("too_many_flows", command["flow"], context)
        except CannotStart:
            return await self._refused("cannot_do", command["flow"], context)

    async def _refused(self, reason: str, flow_name: str, context: RuntimeContext) -> Outcome:
        version_id = await context.flow_catalogue.current_version_id(flow_name)
        compiled = await context.subgraph_registry.get(version_id) if version_id else None
        slots = frozenset(compiled.definition.slots_by_name) if compiled else frozenset()
        return Outcome(says=(pattern(context, reason),), slots_of_unstarted_flow=slots)

    def _go_on(self, state: DialogueState, context: RuntimeContext, position: int) -> Outcome:
        stack = state["flow_stack"]
        if end_of_task(stack, position) == len(stack):
            return Outcome()  # it is what is being talked about: its question is asked again
        return Outcome(context.flow_manager.bring_to_top(state, position), (pattern(context, "resumed"),))
