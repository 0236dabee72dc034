from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, Saying, pattern
from flows_app.engine import CompiledFlow, DialogueState, FlowOnOffer, RuntimeContext
from flows_app.flow_language import SlotDefinition
from flows_app.flow_language.commands import Clarify
from flows_app.limits import BUTTON_LENGTH


class ClarifyHandler(CommandHandler):
    """Explains the open question, which is then asked again; or asks which of several flows is meant."""

    command_model = Clarify
    leaves_question_open = True

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if meant := await self._flows(command, context):
            return Outcome(says=(replace(pattern(context, "which_flow"), options=tuple(meant)),))
        task = state.get("_pending_task")
        if not task:
            return Outcome(says=(pattern(context, "nothing_to_clarify"),))
        if task["type"] == "confirm":
            return Outcome(says=(pattern(context, "clarification_confirm"),))
        slot = await self._slot(task, state, context)
        says = [pattern(context, "clarification", description=slot.description)] if slot and slot.description else []
        if slot and slot.choices:
            choices = ", ".join(str(option["label"]) for option in task.get("options") or [])
            says.append(pattern(context, "clarification_choices", choices=choices))
        return Outcome(says=tuple(says) or self._nothing_more(context))

    async def _flows(self, command: Mapping[str, Any], context: RuntimeContext) -> list[dict[str, Any]]:
        """A button for each of those that are on offer."""
        if not command.get("flows"):
            return []
        on_offer = await context.flow_catalogue.on_offer()
        flows = [on_offer[name] for name in dict.fromkeys(command["flows"]) if name in on_offer]
        return [
            {"label": _title_of(flow), "value": flow.name, "command": {"type": "start_flow", "flow": flow.name}}
            for flow in flows
        ]

    async def _slot(
        self, task: Mapping[str, Any], state: DialogueState, context: RuntimeContext
    ) -> SlotDefinition | None:
        """The one that is asked for, in the flow that asks."""
        for flow in state.get("flow_stack") or []:
            if task["type"] == "collect" and flow["flow_id"] in task.get("asked_by", ()):
                compiled: CompiledFlow = await context.subgraph_registry.get(flow["version_id"])
                return compiled.slot(task["slot"])
        return None

    def _nothing_more(self, context: RuntimeContext) -> tuple[Saying, ...]:
        return (pattern(context, "clarification_plain"),)


def _title_of(flow: FlowOnOffer) -> str:
    """Gives the flow's description as the text of a button; its name if there is none or it is too long."""
    description = flow.description.strip().rstrip(".")
    return description if 0 < len(description) <= BUTTON_LENGTH else flow.name.replace("_", " ").capitalize()
