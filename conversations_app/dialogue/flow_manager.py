"""The flow stack and its slots. Operations return deltas; nothing here changes a state."""

import itertools
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from conversations_app.dialogue.deltas import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.stack import task_around, was_called
from flows_app.compiler import CompiledFlow, DialogueState, EndedFlow, FlowContext, FlowState
from flows_app.compiler.state import BOT_SCOPE, CallSite, kept_scope
from flows_app.compiler.trail import KNOWN_BOT_SLOTS, TRAIL, with_values_before

Ending = Literal["completed", "cancelled", "failed"]


class FlowManager:
    """Made anew for each turn, so that a repeated turn counts its pushes, and names its flows, in the same way."""

    def __init__(self, conversation_id: str):
        self._namespace = uuid.UUID(conversation_id)
        self._pushes = itertools.count()

    # What is there

    def active(self, state: DialogueState) -> FlowContext | None:
        stack = state.get("flow_stack") or []
        return stack[-1] if stack else None

    def visits(self, state: DialogueState, flow: FlowContext) -> dict[str, Any]:
        return state["_executed_steps"].get(flow["flow_id"], {})

    def slots(self, state: DialogueState, flow: FlowContext, compiled: CompiledFlow) -> dict[str, Any]:
        """A flow's own slots and the bot-wide ones that it uses."""
        return {**self.bot_slots(state, compiled), **state["flow_slots"].get(flow["flow_id"], {})}

    def bot_slots(self, state: DialogueState, compiled: CompiledFlow) -> dict[str, Any]:
        return compiled.bot_slots(state["flow_slots"].get(BOT_SCOPE, {}))

    def flow_state(self, state: DialogueState, compiled: CompiledFlow) -> FlowState:
        """What the active flow's steps see."""
        active = state["flow_stack"][-1]
        return {
            "flow_id": active["flow_id"],
            "step": active["step"],
            "slots": self.slots(state, active, compiled),
            "visits": self.visits(state, active),
            "_pending_task": None,
            "_signal": None,
        }

    def marks(self, state: DialogueState) -> dict[str, Any]:
        """The current step's marks."""
        active = state["flow_stack"][-1]
        own = f"{active['step']}:"
        visits = self.visits(state, active)
        return {name.removeprefix(own): value for name, value in visits.items() if name.startswith(own)}

    def parked_in(self, state: DialogueState, flow: FlowContext) -> Iterator[FlowContext]:
        """Flows that this one has called, and that a correction has taken off the stack to be called again."""
        for name, mark in self.visits(state, flow).items():
            if name.endswith(":parked") and mark:
                yield mark
                yield from self.parked_in(state, mark)

    # Flows begin

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
        called_at: CallSite | None = None,
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
        if called_at is not None:
            context["called_at"] = called_at
        given = self.slots_at_start(state, compiled, inputs)
        stack = (*(state.get("flow_stack") or ()), context)
        return FlowDelta(stack, slots=self.scoped(flow_id, compiled, given), visits={flow_id: {}})

    def bring_to_top(self, state: DialogueState, position: int) -> FlowDelta:
        """A task that was interrupted goes on; what interrupted it waits below."""
        stack = state["flow_stack"]
        first, end = task_around(stack, position)
        return FlowDelta(stack=(*stack[:first], *stack[end:], *stack[first:end]))

    # Flows end

    def pop_flow(self, state: DialogueState, ending: Ending) -> FlowDelta:
        """Takes the active flow off the stack, and its slots and visits with it."""
        *rest, active = state["flow_stack"]
        return merge_deltas([self._forget(state, active, ending), FlowDelta(stack=tuple(rest))])

    def _forget(self, state: DialogueState, flow: FlowContext, ending: Ending) -> FlowDelta:
        """All that is kept of a flow instance; flows that wait in it to be called again are gone with it."""
        parked = [_gone(waiting, "cancelled") for waiting in self.parked_in(state, flow)]
        return merge_deltas([_gone(flow, ending), *parked])

    def forget_parked(self, state: DialogueState, step: str) -> FlowDelta:
        """A flow that waited at this step of the active one to be called again never will be."""
        active = state["flow_stack"][-1]
        mark = f"{step}:parked"
        gone = self._forget(state, self.visits(state, active)[mark], "cancelled")
        return merge_deltas([gone, FlowDelta(visits={active["flow_id"]: {mark: None}})])

    def check_crashed(self, state: DialogueState, slot: str, error: str) -> None:
        """A check of a slot has crashed, so that its value was refused: the simulator tells the author."""

    def abandon_flow(self, state: DialogueState, ending: Ending = "cancelled", reason: str = "") -> FlowDelta:
        """Pops a flow that did not do its work, and those that had called it: none of them can go on as if it had."""
        deltas = []
        while True:
            called = was_called(state["flow_stack"][-1])
            deltas.append(_because(self.pop_flow(state, ending), reason))
            state = apply(state, deltas[-1])
            if not called or not state["flow_stack"]:
                return merge_deltas(deltas)

    def drop_all(self, state: DialogueState, ending: Ending) -> FlowDelta:
        deltas = []
        while state.get("flow_stack"):
            deltas.append(self.pop_flow(state, ending))
            state = apply(state, deltas[-1])
        return merge_deltas(deltas)

    def end_flow(
        self, state: DialogueState, compiled: CompiledFlow, caller: CompiledFlow | None, now: datetime | None = None
    ) -> FlowDelta:
        """Pops a flow that has come to its end: what it persists is kept, what it returns goes to its caller.

        Raises DoesNotFit if the caller's slots refuse that.
        """
        active = state["flow_stack"][-1]
        values = self.flow_state(state, compiled)["slots"]
        deltas = [self.pop_flow(state, "completed"), self._kept_of(active, compiled, values)]
        if caller and was_called(active) and len(state["flow_stack"]) > 1:
            deltas.append(self._returned(state, caller, values, now))
        return merge_deltas(deltas)

    def _returned(
        self, state: DialogueState, caller: CompiledFlow, values: Mapping[str, Any], now: datetime | None
    ) -> FlowDelta:
        """What the caller gets, noted at its step: walking there again with the same inputs need not call again."""
        *_, below, active = state["flow_stack"]
        slots = {
            slot: caller.accepted(slot, values.get(output), f"{active['flow_name']}: the output “{output}”", now)
            for output, slot in active["returns"].items()
        }
        held, visits = self.slots(state, below, caller), self.visits(state, below)
        noted: dict[str, Any] = {TRAIL: with_values_before(visits, {slot: held.get(slot) for slot in slots})}
        if site := active.get("called_at"):
            done: dict[str, Any] | None = {"gate": False} if has_done_something(self.visits(state, active)) else None
            noted[f"{site['step']}:returned"] = {"site": site, "slots": slots, "done": done}
            noted[f"{site['step']}:done"] = done
        flow_id = below["flow_id"]
        return FlowDelta(slots=self.scoped(flow_id, caller, slots), visits={flow_id: noted})

    def drop_linking_flow(self, state: DialogueState, compiled: CompiledFlow) -> FlowDelta:
        """Takes the flow that has linked on from under the one it has started; what it persists is kept."""
        *rest, linking, started = state["flow_stack"]
        values = self.slots(state, linking, compiled)
        gone = self._forget(state, linking, "completed")
        return merge_deltas([gone, self._kept_of(linking, compiled, values), FlowDelta(stack=(*rest, started))])

    def _kept_of(self, flow: FlowContext, compiled: CompiledFlow, values: Mapping[str, Any]) -> FlowDelta:
        if not compiled.persisted:
            return FlowDelta()
        return FlowDelta(slots={kept_scope(flow["flow_name"]): {name: values.get(name) for name in compiled.persisted}})

    # Flows move

    def mark(self, state: DialogueState, **marks: Any) -> FlowDelta:
        """Leaves marks for the active flow's current step, such as an answer to its question."""
        active = state["flow_stack"][-1]
        return FlowDelta(visits={active["flow_id"]: {f"{active['step']}:{word}": mark for word, mark in marks.items()}})

    def advance(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Takes over what a step of the active flow did: its pointer, slots and visits."""
        *rest, active = state["flow_stack"]
        # One that is given up has not come to its end: where it stood is what its run keeps.
        step = active["step"] if _gives_up(update) else update["step"]
        moved: FlowContext = {**active, "step": step}
        flow_id = active["flow_id"]
        return FlowDelta(
            stack=(*rest, moved),
            slots=self.scoped(flow_id, compiled, update["slots"]) if update.get("slots") else {},
            visits={flow_id: update["visits"]} if update.get("visits") else {},
        )

    def knowing_bot_slots(self, state: DialogueState, compiled: CompiledFlow) -> FlowDelta:
        """Notes the bot's slots as the active flow leaves them: what others make of them meanwhile, it has to hear."""
        held = self.bot_slots(state, compiled)
        return FlowDelta(visits={state["flow_stack"][-1]["flow_id"]: {KNOWN_BOT_SLOTS: held}}) if held else FlowDelta()

    def scoped(self, flow_id: str, compiled: CompiledFlow, values: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
        """Values put where they belong: with the flow, or with the bot."""
        shared = compiled.definition.bot_slot_names
        scoped: dict[str, Mapping[str, Any]] = {
            flow_id: {name: value for name, value in values.items() if name not in shared}
        }
        if of_bot := {name: value for name, value in values.items() if name in shared}:
            scoped[BOT_SCOPE] = of_bot
        return scoped


def _gives_up(update: Mapping[str, Any]) -> bool:
    return (update.get("_signal") or {}).get("type") in ("cancel", "failed")


def has_done_something(visits: Mapping[str, Any]) -> bool:
    """Whether a flow has done something that is done once and for all."""
    return any(name.endswith(":done") and mark for name, mark in visits.items())


def _gone(flow: FlowContext, ending: Ending) -> FlowDelta:
    flow_id = flow["flow_id"]
    return FlowDelta(slots={flow_id: None}, visits={flow_id: None}, ended={flow_id: _ended(flow, ending)})


def _because(delta: FlowDelta, reason: str) -> FlowDelta:
    """Notes at the flows that have failed why they have."""
    if not reason:
        return delta
    ended = dict(delta.ended)
    for flow_id, flow in delta.ended.items():
        if flow["outcome"] == "failed":
            ended[flow_id] = {**flow, "reason": reason}
    return replace(delta, ended=ended)


def _ended(flow: FlowContext, outcome: Ending) -> EndedFlow:
    return {
        "flow_name": flow["flow_name"],
        "version_id": flow["version_id"],
        "step": flow["step"],
        "outcome": outcome,
    }
