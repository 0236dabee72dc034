"""Changes of the dialogue state, as values: operations return them, and nothing changes a state in place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flows_app.compiler import DialogueState, EndedFlow, FlowContext
from flows_app.compiler.state import merge_by_flow


@dataclass(frozen=True)
class FlowDelta:
    """What an operation changes. A stack of None means: unchanged. `None` under a flow_id removes what it holds."""

    stack: tuple[FlowContext, ...] | None = None
    slots: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    visits: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    # Flow instances that leave the stack for good, by flow_id.
    ended: Mapping[str, EndedFlow] = field(default_factory=dict)

    def as_update(self) -> dict[str, Any]:
        """For the graph's channels, whose reducers merge it."""
        update: dict[str, Any] = {
            "flow_slots": dict(self.slots),
            "_executed_steps": dict(self.visits),
            "_ended_flows": dict(self.ended),
        }
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
    visits: dict[str, Mapping[str, Any] | None] = {}
    ended: dict[str, EndedFlow] = {}
    for delta in deltas:
        stack = stack if delta.stack is None else delta.stack
        _combine(slots, delta.slots)
        _combine(visits, delta.visits)
        ended.update(delta.ended)
    return FlowDelta(stack, slots, visits, ended)


def _combine(into: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for flow_id, values in changes.items():
        into[flow_id] = None if values is None else {**(into.get(flow_id) or {}), **values}
