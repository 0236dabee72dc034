"""The flow stack and its slots. Operations return deltas; nothing here changes a state."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flows_app.compiler import CompiledFlow, DialogueState, FlowContext, FlowState
from flows_app.compiler.state import BOT_SCOPE, kept_scope, merge_by_flow


@dataclass(frozen=True)
class FlowDelta:
    """What an operation changes. A stack of None means: unchanged. `None` under a flow_id removes what it holds."""

    stack: tuple[FlowContext, ...] | None = None
    slots: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    visits: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)

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
    visits: dict[str, Mapping[str, Any] | None] = {}
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

    def slots_at_start(
        self, state: DialogueState, compiled: CompiledFlow, inputs: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """What a flow begins with: initial values, what its last run kept, and what a caller gives."""
        return {**compiled.initial_slots, **self._kept(state, compiled), **(inputs or {})}

    def _kept(self, state: DialogueState, compiled: CompiledFlow) -> dict[str, Any]:
        """Only what the version that starts now still persists, and still accepts."""
        kept = (state.get("flow_slots") or {}).get(kept_scope(compiled.definition.name), {})
        accepted = {name: compiled.accepted_or_none(name, kept.get(name)) for name in compiled.persisted}
        return {name: value for name, value in accepted.items() if value is not None}

    def push_flow(
        self,
        state: DialogueState,
        compiled: CompiledFlow,
        version_id: int,
        *,
        inputs: Mapping[str, Any] | None = None,
        returns: Mapping[str, str] | None = None,
    ) -> FlowDelta:
        """On top of the stack. `returns` is given, if only empty, when another flow calls it."""
        flow_id = str(uuid.uuid5(self._namespace, f"{state['last_inbound_seq']}:{next(self._pushes)}"))
        context: FlowContext = {
            "flow_id": flow_id,
            "flow_name": compiled.definition.name,
            "version_id": version_id,
            "step": compiled.first_step,
        }
        if returns is not None:
            context["returns"] = dict(returns)
        given = self.slots_at_start(state, compiled, inputs)
        stack = (*(state.get("flow_stack") or ()), context)
        return FlowDelta(stack, slots=self._scoped(flow_id, compiled, given), visits={flow_id: {}})

    def pop_flow(self, state: DialogueState) -> FlowDelta:
        """Takes the active flow off the stack, and its slots and visits with it."""
        *rest, active = state["flow_stack"]
        return FlowDelta(stack=tuple(rest), slots={active["flow_id"]: None}, visits={active["flow_id"]: None})

    def abandon_flow(self, state: DialogueState) -> FlowDelta:
        """Pops a flow that did not do its work, and those that had called it: none of them can go on as if it had."""
        deltas = []
        while True:
            called = "returns" in state["flow_stack"][-1]
            deltas.append(self.pop_flow(state))
            state = apply(state, deltas[-1])
            if not called or not state["flow_stack"]:
                return merge_deltas(deltas)

    def end_flow(self, state: DialogueState, compiled: CompiledFlow, caller: CompiledFlow | None) -> FlowDelta:
        """Pops a flow that has come to its end: what it persists is kept, what it returns goes to its caller.

        Raises ValueRefused if the caller's slots refuse that.
        """
        *rest, active = state["flow_stack"]
        values = self.flow_state(state, compiled)["slots"]
        slots = self._kept_of(active, compiled, values)
        if caller and rest and active.get("returns"):
            returned = {slot: caller.accepted(slot, values.get(output)) for output, slot in active["returns"].items()}
            slots.update(self._scoped(rest[-1]["flow_id"], caller, returned))
        return FlowDelta(stack=tuple(rest), slots=slots, visits={active["flow_id"]: None})

    def drop_linking_flow(self, state: DialogueState, compiled: CompiledFlow) -> FlowDelta:
        """Takes the flow that has linked on from under the one it has started; what it persists is kept."""
        *rest, linking, started = state["flow_stack"]
        under = apply(state, FlowDelta(stack=(*rest, linking)))
        values = self.flow_state(under, compiled)["slots"]
        slots = self._kept_of(linking, compiled, values)
        return FlowDelta(stack=(*rest, started), slots=slots, visits={linking["flow_id"]: None})

    def _kept_of(
        self, flow: FlowContext, compiled: CompiledFlow, values: Mapping[str, Any]
    ) -> dict[str, Mapping[str, Any] | None]:
        slots: dict[str, Mapping[str, Any] | None] = {flow["flow_id"]: None}
        if compiled.persisted:
            slots[kept_scope(flow["flow_name"])] = {name: values.get(name) for name in compiled.persisted}
        return slots

    def set_slot(self, state: DialogueState, compiled: CompiledFlow, slot: str, value: Any) -> FlowDelta:
        return FlowDelta(slots=self._scoped(state["flow_stack"][-1]["flow_id"], compiled, {slot: value}))

    def mark(self, state: DialogueState, **marks: Any) -> FlowDelta:
        """Leaves marks for the active flow's current step, such as an answer to its question."""
        active = state["flow_stack"][-1]
        return FlowDelta(visits={active["flow_id"]: {f"{active['step']}:{word}": mark for word, mark in marks.items()}})

    def marks(self, state: DialogueState) -> dict[str, Any]:
        """The current step's marks."""
        active = state["flow_stack"][-1]
        own = f"{active['step']}:"
        visits = state["_executed_steps"].get(active["flow_id"], {})
        return {name.removeprefix(own): value for name, value in visits.items() if name.startswith(own)}

    def move(self, state: DialogueState, step: str | None) -> FlowDelta:
        """Sets the active flow's pointer."""
        *rest, active = state["flow_stack"]
        moved: FlowContext = {**active, "step": step}
        return FlowDelta(stack=(*rest, moved))

    def flow_state(self, state: DialogueState, compiled: CompiledFlow) -> FlowState:
        """What the active flow's steps see: its own slots and the bot-wide ones that it uses."""
        active = state["flow_stack"][-1]
        bot_slots = compiled.bot_slots(state["flow_slots"].get(BOT_SCOPE, {}))
        return {
            "flow_id": active["flow_id"],
            "step": active["step"],
            "slots": {**bot_slots, **state["flow_slots"].get(active["flow_id"], {})},
            "visits": state["_executed_steps"].get(active["flow_id"], {}),
            "_pending_task": None,
            "_signal": None,
        }

    def advance(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Takes over what a step of the active flow did: its pointer, slots and visits."""
        flow_id = state["flow_stack"][-1]["flow_id"]
        return FlowDelta(
            stack=self.move(state, update["step"]).stack,
            slots=self._scoped(flow_id, compiled, update["slots"]) if update.get("slots") else {},
            visits={flow_id: update["visits"]} if update.get("visits") else {},
        )

    def _scoped(self, flow_id: str, compiled: CompiledFlow, values: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
        """Values put where they belong: with the flow, or with the bot."""
        shared = compiled.definition.bot_slot_names
        scoped: dict[str, Mapping[str, Any]] = {
            flow_id: {name: value for name, value in values.items() if name not in shared}
        }
        if of_bot := {name: value for name, value in values.items() if name in shared}:
            scoped[BOT_SCOPE] = of_bot
        return scoped
