"""The flow stack and its slots. Operations return deltas; nothing here changes a state."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flows_app.compiler import DialogueState, FlowContext, FlowState
from flows_app.compiler.state import merge_by_flow


@dataclass(frozen=True)
class FlowDelta:
    """What an operation changes. A stack of None means: unchanged. `None` under a flow_id removes what it holds."""

    stack: tuple[FlowContext, ...] | None = None
    slots: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    visits: Mapping[str, Mapping[str, int] | None] = field(default_factory=dict)

    def as_update(self) -> dict[str, Any]:
        """For the graph's channels, whose reducers merge it."""
        update: dict[str, Any] = {"flow_slots": dict(self.slots), "_executed_steps": dict(self.visits)}
        if self.stack is not None:
            update["flow_stack"] = list(self.stack)
        return update


def apply(state: DialogueState, delta: FlowDelta) -> DialogueState:
    """The state as it will be, for the next operation of the same turn."""
    changed: DialogueState = {
        **state,
        "flow_slots": merge_by_flow(state.get("flow_slots"), delta.slots),
        "_executed_steps": merge_by_flow(state.get("_executed_steps"), delta.visits),
    }
    if delta.stack is not None:
        changed["flow_stack"] = list(delta.stack)
    return changed


def merge_deltas(deltas: Sequence[FlowDelta]) -> FlowDelta:
    """One delta that does what these do one after the other."""
    stack = None
    slots: dict[str, Mapping[str, Any] | None] = {}
    visits: dict[str, Mapping[str, int] | None] = {}
    for delta in deltas:
        stack = stack if delta.stack is None else delta.stack
        _combine(slots, delta.slots)
        _combine(visits, delta.visits)
    return FlowDelta(stack, slots, visits)


def _combine(into: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for flow_id, values in changes.items():
        into[flow_id] = None if values is None else {**(into.get(flow_id) or {}), **values}


class FlowManager:
    """Made anew for each turn, so that a repeated turn counts its pushes, and names its flows, in the same way."""

    def __init__(self, conversation_id: str):
        self._namespace = uuid.UUID(conversation_id)
        self._pushes = itertools.count()

    def active(self, state: DialogueState) -> FlowContext | None:
        stack = state.get("flow_stack") or []
        return stack[-1] if stack else None

    def push_flow(self, state: DialogueState, *, flow_name: str, version_id: int, first_step: str) -> FlowDelta:
        flow_id = self._next_flow_id(state)
        context: FlowContext = {
            "flow_id": flow_id,
            "flow_name": flow_name,
            "version_id": version_id,
            "step": first_step,
        }
        return FlowDelta(stack=(*(state.get("flow_stack") or ()), context), slots={flow_id: {}}, visits={flow_id: {}})

    def pop_flow(self, state: DialogueState) -> FlowDelta:
        """Takes the active flow off the stack, and its slots and visits with it."""
        *rest, active = state["flow_stack"]
        return FlowDelta(stack=tuple(rest), slots={active["flow_id"]: None}, visits={active["flow_id"]: None})

    def set_slot(self, flow_id: str, slot: str, value: Any) -> FlowDelta:
        return FlowDelta(slots={flow_id: {slot: value}})

    def flow_state(self, state: DialogueState) -> FlowState:
        """What the active flow's steps see."""
        active = state["flow_stack"][-1]
        return {
            "flow_id": active["flow_id"],
            "step": active["step"],
            "slots": state["flow_slots"].get(active["flow_id"], {}),
            "visits": state["_executed_steps"].get(active["flow_id"], {}),
            "_pending_task": None,
        }

    def advance(self, state: DialogueState, step: str | None, update: Mapping[str, Any]) -> FlowDelta:
        """Takes over what a step of the active flow did: its pointer, slots and visits."""
        *rest, active = state["flow_stack"]
        moved: FlowContext = {**active, "step": step}
        flow_id = active["flow_id"]
        return FlowDelta(
            stack=(*rest, moved),
            slots={flow_id: update["slots"]} if update.get("slots") else {},
            visits={flow_id: update["visits"]} if update.get("visits") else {},
        )

    def _next_flow_id(self, state: DialogueState) -> str:
        return str(uuid.uuid5(self._namespace, f"{state['last_inbound_seq']}:{next(self._pushes)}"))
