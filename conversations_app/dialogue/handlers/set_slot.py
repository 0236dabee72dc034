from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from flows_app.compiler import DialogueState, RuntimeContext
from flows_app.language import ValueRefused, coerce_value


class SetSlotHandler(CommandHandler):
    """Fills a slot of the active flow with a value that the slot accepts."""

    command_type = "set_slot"

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        active = context.flow_manager.active(state)
        if active is None:
            return Outcome()
        compiled = await context.subgraph_registry.get(active["version_id"])
        slot = compiled.slot(command["slot"])
        if slot is None:
            return Outcome()
        try:
            value = coerce_value(slot, command["value"])
        except ValueRefused as refused:
            return Outcome(says=((f"refused_{slot.name}", str(refused)),))
        return Outcome(context.flow_manager.set_slot(active["flow_id"], slot.name, value))
