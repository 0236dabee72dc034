"""Finds the flow whose slot is meant when a message names one: several flows can be under way."""

from dataclasses import dataclass
from typing import Any

from conversations_app.dialogue.past import dry_walk, past_of, waiting_flows
from conversations_app.dialogue.stack import was_called
from flows_app.engine import CompiledFlow, DialogueState, FlowContext, RuntimeContext
from flows_app.flow_language.uses import asked_slot, inputs_of

# Makers of commands that may fill any slot: a button that the author made, and a system that may send commands.
# Commands understood from a message only fill slots that are the user's.
_TRUSTED = ("option", "client")


@dataclass(frozen=True)
class SlotOwner:
    """The flow instance on the stack whose slot is meant."""

    position: int
    flow: FlowContext
    compiled: CompiledFlow
    slot: str
    value: Any
    # It has called another flow, and stands at the call.
    waits_for_call: bool
    # For a flow that is off the stack, and waits to be called again.
    caller: FlowContext | None = None

    @property
    def is_shared(self) -> bool:
        return self.slot in self.compiled.definition.bot_slot_names

    @property
    def asks_for_it(self) -> bool:
        """Whether it stands at the question for this slot."""
        step = self.compiled.places[self.flow["step"]].step if self.flow["step"] else None
        return step is not None and asked_slot(step) == self.slot and not self.waits_for_call


async def find_owner(
    state: DialogueState, context: RuntimeContext, slot: str, *, filled_first: bool = False
) -> SlotOwner | None:
    """The uppermost flow that has the slot; for a correction, the uppermost that has it filled, if one has.

    A flow that asks for it right now is meant in any case.
    """
    first: SlotOwner | None = None
    for position in reversed(range(len(state.get("flow_stack") or []))):
        found = await _as_owner(state, context, position, slot)
        owner = await _at_its_source(state, context, found) if found else None
        if owner is None or not _may_be_filled(state, owner):
            continue
        if owner.asks_for_it or owner.value is not None or not filled_first:
            return owner
        first = first or owner
    return first or await _among_waiting(state, context, slot)


async def _among_waiting(state: DialogueState, context: RuntimeContext, slot: str) -> SlotOwner | None:
    """A flow that a correction has taken off the stack, to be called again when its caller comes there."""
    for caller in reversed(state.get("flow_stack") or []):
        memory = context.flow_manager.memory(state, caller)
        if not (memory.get("unmet") or memory.get("to_walk")):
            continue
        past = await past_of(state, context, caller)
        for flow in waiting_flows(state, context, past, caller):
            compiled = past.flows[flow["version_id"]]
            if compiled.slot(slot) and slot not in compiled.definition.bot_slot_names:
                value = dry_walk(past, context, flow, compiled)[0].slots.get(slot)
                owner = SlotOwner(-1, flow, compiled, slot, value, waits_for_call=False, caller=caller)
                if _may_be_filled(state, owner):
                    return owner
    return None


def _may_be_filled(state: DialogueState, owner: SlotOwner) -> bool:
    return state.get("commands_by") in _TRUSTED or owner.slot in owner.compiled.users_slots


async def _as_owner(state: DialogueState, context: RuntimeContext, position: int, slot: str) -> SlotOwner | None:
    stack = state["flow_stack"]
    flow = stack[position]
    compiled: CompiledFlow = await context.subgraph_registry.get(flow["version_id"])
    if compiled.slot(slot) is None:
        return None
    value = context.flow_manager.slots(state, flow, compiled).get(slot)
    waits = position + 1 < len(stack) and was_called(stack[position + 1])
    return SlotOwner(position, flow, compiled, slot, value, waits)


async def _at_its_source(state: DialogueState, context: RuntimeContext, owner: SlotOwner) -> SlotOwner:
    """A value that a caller has handed over is changed where it came from, so that both go by the same."""
    site = owner.flow.get("called_at")
    handed_over = owner.slot in owner.compiled.definition.inputs and owner.value is not None
    if site is None or owner.position == 0 or owner.asks_for_it or not handed_over:
        return owner
    below = state["flow_stack"][owner.position - 1]
    caller: CompiledFlow = await context.subgraph_registry.get(below["version_id"])
    expression = inputs_of(caller.places[site["step"]].step).get(owner.slot)
    source = await _as_owner(state, context, owner.position - 1, expression) if expression else None
    if source is None or source.value is None:
        return owner
    return await _at_its_source(state, context, source)


async def sharing(state: DialogueState, context: RuntimeContext, owner: SlotOwner) -> list[FlowContext]:
    """Every flow under way that goes by the same value: several, if it is a slot of the bot's."""
    if not owner.is_shared:
        return [owner.flow]
    flows = []
    for flow in state["flow_stack"]:
        compiled: CompiledFlow = await context.subgraph_registry.get(flow["version_id"])
        if owner.slot in compiled.definition.bot_slot_names:
            flows.append(flow)
    return flows


async def owner_in(state: DialogueState, context: RuntimeContext, flow: FlowContext, slot: str) -> SlotOwner | None:
    """The same slot in this flow; None if the flow has left the stack meanwhile."""
    for position, other in enumerate(state["flow_stack"]):
        if other["flow_id"] == flow["flow_id"]:
            return await _as_owner(state, context, position, slot)
    return None
