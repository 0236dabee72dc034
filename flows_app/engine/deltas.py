"""Changes of the dialogue state, as values: operations return them, and nothing changes a state in place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flows_app.engine.journal import Entry, page_of
from flows_app.engine.state import REPLACES, DialogueState, EndedFlow, FlowContext, FlowMemory, merge_by_flow

# By task and flow_id.
NewEntries = Mapping[str, Mapping[str, Sequence[Entry]]]


@dataclass(frozen=True)
class FlowDelta:
    """Changes made by an operation. A stack of None means: unchanged. `None` under a flow_id removes what it holds."""

    stack: tuple[FlowContext, ...] | None = None
    slots: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    memory: Mapping[str, FlowMemory | None] = field(default_factory=dict)
    # Flow instances that leave the stack for good, by flow_id.
    ended: Mapping[str, EndedFlow] = field(default_factory=dict)
    # Entries for journals.
    entries: NewEntries = field(default_factory=dict)

    def as_update(self) -> dict[str, Any]:
        """Gives the update for the graph's channels, whose reducers merge it, without journals of ended tasks."""
        stack = self.stack
        alive = None if stack is None else {flow["task"] for flow in stack}
        update: dict[str, Any] = {
            "flow_slots": dict(self.slots),
            "flow_memory": dict(self.memory),
            "_ended_flows": dict(self.ended),
            "_entries": {
                task: {flow_id: page_of(entries) for flow_id, entries in flows.items()}
                for task, flows in self.entries.items()
                if alive is None or task in alive
            },
        }
        if stack is not None:
            update["flow_stack"] = list(stack)
        return update


def apply(state: DialogueState, delta: FlowDelta) -> DialogueState:
    """The state as it will be, for the next operation of the same turn."""
    changed: DialogueState = {
        **state,
        "flow_slots": merge_by_flow(state.get("flow_slots"), delta.slots),
        "flow_memory": merge_by_flow(state.get("flow_memory"), delta.memory),  # type: ignore[arg-type,typeddict-item]
        "_entries": _appended(state.get("_entries") or {}, delta.entries),
    }
    if delta.stack is not None:
        changed["flow_stack"] = list(delta.stack)
    return changed


def merge_deltas(deltas: Sequence[FlowDelta]) -> FlowDelta:
    """One delta that does what these do one after the other."""
    stack = None
    slots: dict[str, Mapping[str, Any] | None] = {}
    memory: dict[str, Any] = {}
    ended: dict[str, EndedFlow] = {}
    entries: Any = {}
    for delta in deltas:
        stack = stack if delta.stack is None else delta.stack
        _combine(slots, delta.slots)
        _combine(memory, delta.memory)
        ended.update(delta.ended)
        entries = _appended(entries, delta.entries)
    # A flow that was taken off the stack, to be called again, may be back.
    on_stack = {flow["flow_id"] for flow in stack or ()}
    gone = {flow_id: flow for flow_id, flow in ended.items() if flow_id not in on_stack}
    return FlowDelta(stack, slots, memory, gone, entries)


def _combine(into: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for flow_id, values in changes.items():
        if values is None:
            into[flow_id] = None
        else:
            # A flow that was taken off the stack may be called again in the same turn.
            earlier = into.get(flow_id, {})
            into[flow_id] = {**({REPLACES: True} if earlier is None else earlier), **values}


def _appended(entries: Any, more: NewEntries) -> Any:
    if not more:
        return entries
    joined = {task: {flow_id: list(kept) for flow_id, kept in flows.items()} for task, flows in entries.items()}
    for task, flows in more.items():
        for flow_id, added in flows.items():
            joined.setdefault(task, {}).setdefault(flow_id, []).extend(added)
    return joined
