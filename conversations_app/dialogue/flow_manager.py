"""The flow stack and its slots. Operations return deltas; nothing here changes a state."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from conversations_app.dialogue.stack import task_around, was_called
from flows_app.engine import CompiledFlow, DialogueState, EndedFlow, FlowContext, FlowMemory, FlowState
from flows_app.engine.decisions import GoOn, Here
from flows_app.engine.deltas import FlowDelta, apply, merge_deltas
from flows_app.engine.journal import BEGINNING, Called, Entry, Jumped, Returned, Started
from flows_app.engine.node import effect_of
from flows_app.engine.occasions import Occasion, move, path_of
from flows_app.engine.operations import Ending
from flows_app.engine.past import inherited_journals
from flows_app.engine.state import BOT_SCOPE, CallSite, Question, kept_scope
from flows_app.flow_language.routing import target_of


class FlowManager:
    """Made anew for each turn, so that a repeated turn counts its pushes, and names its flows, in the same way."""

    def __init__(self, conversation_id: str):
        self._namespace = uuid.UUID(conversation_id)
        self._pushes = itertools.count()

    # Reading

    def active(self, state: DialogueState) -> FlowContext | None:
        stack = state.get("flow_stack") or []
        return stack[-1] if stack else None

    def memory(self, state: DialogueState, flow: FlowContext) -> FlowMemory:
        return state["flow_memory"].get(flow["flow_id"], {})

    def standing(self, state: DialogueState, flow: FlowContext, compiled: CompiledFlow) -> Occasion:
        """Where the flow stands, before its first step has run too."""
        memory, step = self.memory(state, flow), flow["step"] or ""
        place = compiled.places.get(step)
        return Occasion(flow["flow_id"], step, path_of(place, memory, compiled.places) if place else "")

    def slots(self, state: DialogueState, flow: FlowContext, compiled: CompiledFlow) -> dict[str, Any]:
        """A flow's own slots and the bot-wide ones that it uses."""
        return {**self.bot_slots(state, compiled), **state["flow_slots"].get(flow["flow_id"], {})}

    def bot_slots(self, state: DialogueState, compiled: CompiledFlow) -> dict[str, Any]:
        return compiled.bot_slots(state["flow_slots"].get(BOT_SCOPE, {}))

    def flow_state(self, state: DialogueState, compiled: CompiledFlow) -> FlowState:
        """Gives the state that the active flow's steps see."""
        active = state["flow_stack"][-1]
        return {
            "flow_id": active["flow_id"],
            "step": active["step"],
            "slots": self.slots(state, active, compiled),
            "memory": self.memory(state, active),
            "walked": None,
            "_pending_task": None,
            "_signal": None,
            "_entries": (),
        }

    def question(self, state: DialogueState) -> Question | None:
        """Returns what is known of the active flow's open question; None if it asks nothing."""
        active = state["flow_stack"][-1]
        question = self.memory(state, active).get("question")
        return question if question and question["step"] == active["step"] else None

    # Flows begin

    def slots_at_start(
        self, state: DialogueState, compiled: CompiledFlow, inputs: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Gives the slots that a flow begins with: initial values, those that its last run kept, and a caller's
        inputs."""
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
        now: datetime,
        inputs: Mapping[str, Any] | None = None,
        returns: Mapping[str, str] | None = None,
        called_at: CallSite | None = None,
        links: FlowContext | None = None,
    ) -> FlowDelta:
        """On top of the stack. `returns` is given, if only empty, when another flow calls it; `links` is a flow that
        ends in this one."""
        flow_id = str(uuid.uuid5(self._namespace, f"{state['last_inbound_seq']}:{next(self._pushes)}"))
        stack = tuple(state.get("flow_stack") or ())
        caller = stack[-1] if returns is not None and stack else None
        context: FlowContext = {
            "flow_id": flow_id,
            "flow_name": compiled.definition.name,
            "version_id": version_id,
            "step": compiled.first_step,
            "task": caller["task"] if caller else flow_id,
        }
        if returns is not None:
            context["returns"] = dict(returns)
        if called_at is not None:
            context["called_at"] = called_at
        given = self.slots_at_start(state, compiled, inputs)
        scoped = self.scoped(flow_id, compiled, given)
        started = Started(
            slots=dict(scoped.get(flow_id) or {}),
            bot_slots={**self.bot_slots(state, compiled), **(scoped.get(BOT_SCOPE) or {})},
            version_id=version_id,
            at=now,
            turn=state["last_inbound_seq"],
        )
        entries: dict[str, Sequence[Entry]] = {flow_id: (started,)}
        if caller and called_at:
            # A flow that links stands between its caller and the flow that it links to.
            calling = stack[-2] if links else stack[-1]
            call = Called(
                step=called_at["step"],
                path=called_at["path"],
                flow_id=flow_id,
                flow_name=context["flow_name"],
                version_id=version_id,
                linked=links is not None,
                at=now,
                turn=state["last_inbound_seq"],
            )
            entries[calling["flow_id"]] = (call,)
        return FlowDelta((*stack, context), slots=scoped, memory={flow_id: {}}, entries={context["task"]: entries})

    def call_again(
        self,
        state: DialogueState,
        called: Called,
        compiled: CompiledFlow,
        *,
        entries: Sequence[Entry],
        returns: Mapping[str, str],
        called_at: CallSite,
        quiet: bool,
    ) -> FlowDelta:
        """Puts a flow that was called on this occasion before back on the stack, to be walked with what it knows."""
        caller = state["flow_stack"][-1]
        context: FlowContext = {
            "flow_id": called.flow_id,
            "flow_name": called.flow_name,
            "version_id": called.version_id,
            "step": compiled.first_step,
            "task": caller["task"],
            "returns": dict(returns),
            "called_at": called_at,
        }
        memory: FlowMemory = {
            "to_walk": True,
            "quiet": quiet,
            # Nothing in it is new before it asks something, or ends.
            "reached": [[BEGINNING, ""]],
            # If its caller's user has agreed again to what was changed, that holds for the called flow too.
            "agreed_by_caller": self.memory(state, caller).get("agreed_in", 0),
        }
        return FlowDelta(
            (*state["flow_stack"], context),
            slots={called.flow_id: {}},
            memory={called.flow_id: memory},
            entries={context["task"]: {called.flow_id: tuple(entries)}},
        )

    def take_off(self, state: DialogueState, flows: Sequence[FlowContext]) -> FlowDelta:
        """Takes flows off the stack that the one below them may call again: their journals stay."""
        gone = {flow["flow_id"] for flow in flows}
        kept: dict[str, dict[str, Sequence[Entry]]] = {}
        for flow in flows:
            kept.setdefault(flow["task"], {}).update(inherited_journals(self.memory(state, flow)))
        stack = tuple(flow for flow in state["flow_stack"] if flow["flow_id"] not in gone)
        ended = [_gone(flow, "cancelled") for flow in flows]
        return merge_deltas([*ended, FlowDelta(stack=stack, entries=kept)])

    def bring_to_top(self, state: DialogueState, position: int) -> FlowDelta:
        """A task that was interrupted goes on; what interrupted it waits below."""
        stack = state["flow_stack"]
        first, end = task_around(stack, position)
        return FlowDelta(stack=(*stack[:first], *stack[end:], *stack[first:end]))

    # Flows end

    def pop_flow(self, state: DialogueState, ending: Ending) -> FlowDelta:
        """Takes the active flow off the stack, and its slots and visits with it."""
        *rest, active = state["flow_stack"]
        return merge_deltas([_gone(active, ending), FlowDelta(stack=tuple(rest))])

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
        self,
        state: DialogueState,
        compiled: CompiledFlow,
        caller: CompiledFlow | None,
        now: datetime,
        since: datetime | None = None,
    ) -> FlowDelta:
        """Pops a flow that has come to its end: what it persists is kept, what it returns goes to its caller. `since`
        is the time for that, if the flow has only walked its journal.

        Raises DoesNotFit if the caller's slots refuse that.
        """
        active = state["flow_stack"][-1]
        values = self.flow_state(state, compiled)["slots"]
        deltas = [self.pop_flow(state, "completed"), self._kept_of(active, compiled, values)]
        if caller and was_called(active) and len(state["flow_stack"]) > 1:
            deltas.append(self._inherited_of(state, active))
            deltas.append(self._returned(state, caller, values, now, since))
        return merge_deltas(deltas)

    def _returned(
        self,
        state: DialogueState,
        caller: CompiledFlow,
        values: Mapping[str, Any],
        now: datetime,
        since: datetime | None,
    ) -> FlowDelta:
        """Hands the outputs to the caller and moves it past its call step. Bot-wide slots that have changed meanwhile
        count as outputs: a walk then finds them in the journal."""
        *_, below, active = state["flow_stack"]
        slots = {
            slot: caller.accepted(slot, values.get(output), f"{active['flow_name']}: the output “{output}”", now)
            for output, slot in active["returns"].items()
        }
        memory, held = self.memory(state, below), self.bot_slots(state, caller)
        known = memory.get("bot_slots") or {}
        changed = {name: value for name, value in held.items() if name not in slots and known.get(name) != value}
        site = active["called_at"]
        place = caller.places[site["step"]]
        moved = move(place, place.following, memory, caller.places)
        returned = Returned(
            step=site["step"],
            path=site["path"],
            inputs=site["inputs"],
            slots={**slots, **changed},
            since=since,
            at=now,
            turn=state["last_inbound_seq"],
        )
        flow_id = below["flow_id"]
        noted: FlowMemory = {"bot_slots": {**held, **_only(slots, held)}}
        noted |= cast(FlowMemory, moved.whereabouts)
        if self.memory(state, active).get("done"):
            noted["done"] = True
        behind: FlowContext = {**below, "step": place.following}
        return FlowDelta(
            stack=(*state["flow_stack"][:-2], behind),
            slots=self.scoped(flow_id, caller, {**slots, **moved.slots}),
            memory={flow_id: noted},
            entries={below["task"]: {flow_id: (returned,)}},
        )

    def drop_linking_flow(self, state: DialogueState, compiled: CompiledFlow) -> FlowDelta:
        """Takes the flow that has linked on from under the one it has started; what it persists is kept."""
        *rest, linking, started = state["flow_stack"]
        values = self.slots(state, linking, compiled)
        gone = merge_deltas([_gone(linking, "completed"), self._inherited_of(state, linking)])
        return merge_deltas([gone, self._kept_of(linking, compiled, values), FlowDelta(stack=(*rest, started))])

    def _inherited_of(self, state: DialogueState, flow: FlowContext) -> FlowDelta:
        """Turns inherited pages of a flow that ends into entries: its caller may call it again."""
        inherited = inherited_journals(self.memory(state, flow))
        return FlowDelta(entries={flow["task"]: inherited}) if inherited else FlowDelta()

    def _kept_of(self, flow: FlowContext, compiled: CompiledFlow, values: Mapping[str, Any]) -> FlowDelta:
        if not compiled.persisted:
            return FlowDelta()
        return FlowDelta(slots={kept_scope(flow["flow_name"]): {name: values.get(name) for name in compiled.persisted}})

    # Flows move

    def note_question(self, state: DialogueState, **noted: Any) -> FlowDelta:
        """Notes something at the active flow's open question, such as an answer to it."""
        question = self.question(state)
        if question is None:
            return FlowDelta()
        flow_id = state["flow_stack"][-1]["flow_id"]
        changed: Question = {**question, **noted}  # type: ignore[typeddict-item]
        return FlowDelta(memory={flow_id: {"question": changed}})

    def begin_to_agree_anew(self, state: DialogueState) -> FlowDelta:
        """After state was lost, and the user was told: what they say now is another wish, whatever lost turns did."""
        now: FlowMemory = {"agreed_in": state["last_inbound_seq"]}
        return FlowDelta(memory={flow["flow_id"]: now for flow in state.get("flow_stack") or ()})

    def tell(self, flow: FlowContext, *entries: Entry) -> FlowDelta:
        """Writes into a flow's journal."""
        return FlowDelta(entries={flow["task"]: {flow["flow_id"]: entries}})

    def advance(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Takes over what a step of the active flow did: its pointer, slots, memory and entries for its journal."""
        *rest, active = state["flow_stack"]
        # One that is given up has not come to its end: where it stood is what its run keeps.
        step = active["step"] if _gives_up(update) else update["step"]
        moved: FlowContext = {**active, "step": step}
        flow_id = active["flow_id"]
        return FlowDelta(
            stack=(*rest, moved),
            slots=self.scoped(flow_id, compiled, update["slots"]) if update.get("slots") else {},
            memory={flow_id: update["memory"]} if update.get("memory") else {},
            entries={active["task"]: {flow_id: update["_entries"]}} if update.get("_entries") else {},
        )

    def jump(self, state: DialogueState, compiled: CompiledFlow, target: str, now: datetime) -> FlowDelta:
        """A button leads the active flow to another of its steps."""
        active = state["flow_stack"][-1]
        memory, question = self.memory(state, active), self.question(state)
        place = compiled.places[active["step"] or compiled.first_step]
        occasion = self.standing(state, active, compiled)
        here = Here(occasion, {}, now, state["last_inbound_seq"], "")
        shown = {"shown": question["shown"], "language": question["language"]} if question else {}
        jumped = GoOn(target_of(target), entries=(here.entry(Jumped, to=target_of(target), **shown),))
        effect = effect_of(jumped, place, here, memory, compiled.places)
        update = {"slots": effect.slots, "memory": {**effect.memory, "question": None}, "_entries": effect.entries}
        return self.take_walk(state, compiled, {"step": jumped.to, **update})

    def take_walk(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Takes over how far the active flow has come along its journal."""
        return FlowManager.advance(self, state, compiled, update)

    def knowing_bot_slots(self, state: DialogueState, compiled: CompiledFlow) -> FlowDelta:
        """Notes the bot's slots as the active flow leaves them: what others make of them meanwhile, it has to hear."""
        held = self.bot_slots(state, compiled)
        return FlowDelta(memory={state["flow_stack"][-1]["flow_id"]: {"bot_slots": held}}) if held else FlowDelta()

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


def _only(values: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in names}


def _gone(flow: FlowContext, ending: Ending) -> FlowDelta:
    flow_id = flow["flow_id"]
    return FlowDelta(slots={flow_id: None}, memory={flow_id: None}, ended={flow_id: _ended(flow, ending)})


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
