from typing import Any

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from flows_app.compiler import DialogueState, RuntimeContext
from flows_app.compiler.texts import CompiledText
from flows_app.language import CollectStep, SlotDefinition
from flows_app.values import ValueRefused, accept


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
            value = accept(slot, command["value"])
        except ValueRefused as refused:
            asks = compiled.places[active["step"]].step if active["step"] else None
            return _refused(slot, str(refused), asks, state, context)
        return Outcome(context.flow_manager.set_slot(state, compiled, slot.name, value))


def _refused(slot: SlotDefinition, reason: str, asks: object, state: DialogueState, context: RuntimeContext) -> Outcome:
    """Says why, in the slot's own words if it has some; the step that asks counts it, and asks again."""
    says = ((f"refused_{slot.name}", _error_text(slot, reason, context)),)
    if not isinstance(asks, CollectStep) or asks.slot != slot.name:
        return Outcome(says=says)
    refused = (context.flow_manager.marks(state).get("refused") or 0) + 1
    return Outcome(context.flow_manager.mark(state, refused=refused), says)


def _error_text(slot: SlotDefinition, reason: str, context: RuntimeContext) -> str:
    if slot.error_message is None:
        return reason
    return CompiledText.of(slot.error_message).render({}, context.language, context.conversation_id)
