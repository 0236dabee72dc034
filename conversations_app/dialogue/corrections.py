"""A value changes after the flow has gone on from it.

The journal gets a new entry in place of the one that the value came from, and a dry walk decides whether that stands.
Then the flow is walked for real before it goes on: after all commands of the message, or when it is resumed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from conversations_app.dialogue.already_done import stands_in_the_way
from conversations_app.dialogue.past import dry_walk, moment_of, past_of
from conversations_app.dialogue.slot_owners import SlotOwner, owner_in, sharing
from conversations_app.dialogue.stack import end_of_task
from flows_app.engine import CompiledFlow, DialogueState, FlowContext, RuntimeContext
from flows_app.engine.deltas import FlowDelta, apply, merge_deltas
from flows_app.engine.dry_walk import DryWalk
from flows_app.engine.journal import BEGINNING, Entry, Given, Giver, Journal, TakenOver
from flows_app.engine.past import base_of, begun_anew
from flows_app.engine.walk import Stop, Walk


class AlreadyDone(Exception):
    """Something rests on the old value that can't be undone."""


async def give_value(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    """For a slot that is asked for, or that is empty: it counts from where the flow stands."""
    if owner.caller:
        entry = _given_here(state, context, owner.flow, owner.compiled, owner.slot, value)
        return context.flow_manager.tell(owner.flow, entry)
    if not owner.asks_for_it and (waiting := await _not_come_to(state, context, owner, value)):
        return waiting
    entry = _given_here(state, context, owner.flow, owner.compiled, owner.slot, value, answer=owner.asks_for_it)
    return merge_deltas([context.flow_manager.tell(owner.flow, entry), _held(state, context, owner, value)])


async def change_value(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    """In every flow that goes by it. Raises AlreadyDone. None takes it back, so that it is asked for again."""
    if owner.caller:
        return await _correct_waiting(state, context, owner, owner.caller, value)
    deltas = [await _correct(state, context, owner, value)]
    state = apply(state, deltas[-1])
    for flow in await sharing(state, context, owner):
        other = await owner_in(state, context, flow, owner.slot)
        if other and flow["flow_id"] != owner.flow["flow_id"]:
            deltas.append(await _hear(state, context, other.flow, other.compiled, owner.slot, value))
            state = apply(state, deltas[-1])
    return merge_deltas(deltas)


async def newest_given(state: DialogueState, context: RuntimeContext, owner: SlotOwner) -> Any:
    """The value that the user gave last for a slot that is empty now, if any: a loop's earlier round had it."""
    walk, _ = dry_walk(await past_of(state, context, owner.flow), context, owner.flow, owner.compiled)
    number = walk.given_by.get(owner.slot)
    return None if number is None else walk.journal.entries[number].value  # type: ignore[union-attr]


async def catch_up(state: DialogueState, context: RuntimeContext, compiled: CompiledFlow) -> FlowDelta:
    """Gives the active flow the values that bot-wide slots were given while other flows ran."""
    flow = state["flow_stack"][-1]
    known = context.flow_manager.memory(state, flow).get("bot_slots")
    deltas = []
    for slot, value in context.flow_manager.bot_slots(state, compiled).items():
        if known and known.get(slot) != value:
            deltas.append(await _hear(state, context, flow, compiled, slot, value))
            state = apply(state, deltas[-1])
            flow = state["flow_stack"][-1]
    return merge_deltas(deltas)


async def walk_again(
    state: DialogueState, context: RuntimeContext, flow: FlowContext, compiled: CompiledFlow
) -> Walk | None:
    """For a flow that is to be walked, or that has not come to the end of its journal; None for any other."""
    memory = context.flow_manager.memory(state, flow)
    if not any(memory.get(name) for name in ("to_walk", "unmet", "reached")):
        return None
    past = await past_of(state, context, flow)
    if not memory.get("to_walk"):
        slots = context.flow_manager.slots(state, flow, compiled)
        return Walk(compiled, flow["flow_id"], past, moment_of(context)).resume(flow["step"], slots, memory)
    walk = Walk(compiled, flow["flow_id"], past, moment_of(context))
    if walk.all_jumps:
        # Only a dry walk tells which of them happen again.
        dry, _ = dry_walk(past, context, flow, compiled, state)
        walk = Walk(compiled, flow["flow_id"], past, moment_of(context), jumps=dry.all_jumps)
    return walk.begin(memory)


async def _correct(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    before = dry_walk(await past_of(state, context, owner.flow), context, owner.flow, owner.compiled)
    entry = _replacing(before[0], context, owner.flow, owner.slot, value)
    changed = _change(state, before, context, owner.flow, entry)
    if changed is None:
        raise AlreadyDone(owner.slot)
    return merge_deltas([changed, _held_by_bot(state, context, owner.flow, owner.compiled, owner.slot, value)])


async def _correct_waiting(
    state: DialogueState, context: RuntimeContext, owner: SlotOwner, caller: FlowContext, value: Any
) -> FlowDelta:
    """In a flow that waits to be called again: whether it stands is for its caller's walk to tell."""
    past = await past_of(state, context, caller)
    inside, _ = dry_walk(past, context, owner.flow, owner.compiled)
    entry = _replacing(inside, context, owner.flow, owner.slot, value)
    compiled = await context.subgraph_registry.get(caller["version_id"])
    before = dry_walk(past, context, caller, compiled)
    after = dry_walk(past.with_entries(owner.flow["flow_id"], [entry]), context, caller, compiled)
    if stands_in_the_way(before, after):
        raise AlreadyDone(owner.slot)
    return context.flow_manager.tell(owner.flow, entry)


async def _hear(
    state: DialogueState, context: RuntimeContext, flow: FlowContext, compiled: CompiledFlow, slot: str, value: Any
) -> FlowDelta:
    """A bot-wide slot was changed outside the flow. If something done rests on it, both stand: the new value counts
    from where the flow stands."""
    before = dry_walk(await past_of(state, context, flow), context, flow, compiled)
    known = _held_by_bot(state, context, flow, compiled, slot, value)
    if slot not in before[0].written or slot in before[0].agreed_on:
        entry = _replacing(before[0], context, flow, slot, value, by="outside")
        if changed := _change(state, before, context, flow, entry):
            return merge_deltas([changed, known])
    here = _given_here(state, context, flow, compiled, slot, value, by="outside")
    return merge_deltas([context.flow_manager.tell(flow, here), known])


def _change(
    state: DialogueState, before: tuple[DryWalk, Stop], context: RuntimeContext, flow: FlowContext, entry: Entry
) -> FlowDelta | None:
    """The flow as a dry walk with the new entry finds it; None if that does not stand. Flows that it has called are
    off the stack until it calls them again."""
    past, compiled = before[0].past.with_entries(flow["flow_id"], [entry]), before[0].compiled
    walk, stop = dry_walk(past, context, flow, compiled, state)
    if stands_in_the_way(before, (walk, stop)):
        return None
    position = [other["flow_id"] for other in state["flow_stack"]].index(flow["flow_id"])
    called = state["flow_stack"][position + 1 : end_of_task(state["flow_stack"], position)]
    taken_off = context.flow_manager.take_off(state, called)
    return merge_deltas(
        [taken_off, context.flow_manager.tell(flow, entry), _standing_at(apply(state, taken_off), context, walk)]
    )


def _standing_at(state: DialogueState, context: RuntimeContext, walk: Walk) -> FlowDelta:
    """Where the walk has ended: what further commands of the message find, and what people see meanwhile."""
    stack = tuple(
        {**flow, "step": walk.step} if flow["flow_id"] == walk.flow_id and walk.step else flow
        for flow in state["flow_stack"]
    )
    own = {name: value for name, value in walk.slots.items() if name not in walk.compiled.definition.bot_slot_names}
    held = state["flow_slots"].get(walk.flow_id) or {}
    memory = {
        **walk.memory,
        # An answer in the same message counts when the flow is walked for real.
        "question": state["flow_memory"].get(walk.flow_id, {}).get("question"),
        "unmet": sorted(walk.unmet),
        "reached": [list(stood) for stood in dict.fromkeys(walk.past.reached.get(walk.flow_id, ()))],
        "to_walk": True,
    }
    return FlowDelta(
        stack=stack,  # type: ignore[arg-type]
        slots={walk.flow_id: {**dict.fromkeys(held), **own}},
        memory={walk.flow_id: memory},  # type: ignore[dict-item]
    )


def _replacing(
    walk: Walk,
    context: RuntimeContext,
    flow: FlowContext,
    slot: str,
    value: Any,
    *,
    by: Giver = "user",
) -> Entry:
    """In place of the newest entry for the slot on the way, on its occasion."""
    if (number := walk.given_by.get(slot)) is not None:
        return _in_place_of(walk.journal.entries[number], slot, value, context, by=by)
    unmet = [number for number in walk.journal.given(slot) if number in walk.unmet]
    if unmet:
        return _in_place_of(walk.journal.entries[unmet[-1]], slot, value, context, by=by)
    if slot in walk.written and slot in walk.behind_write:
        # Right behind the step that wrote it: what was agreed to since was agreed to for the old value.
        step, path, since = walk.behind_write[slot]
        told: dict[str, Any] = {"since": since, "at": context.now, "turn": context.turn}
        return Given(step=step, path=path, slot=slot, value=value, by=by, **told)
    (entry,) = _at_the_beginning(walk.journal, {slot: value}, walk.compiled, flow["version_id"], context, by=by)
    return entry


def handed_over(
    journal: Journal, values: Mapping[str, Any], compiled: CompiledFlow, version_id: int, context: RuntimeContext
) -> Sequence[Entry]:
    """Makes the entries for inputs that a caller has changed, for the journal of the flow that it calls again."""
    return _at_the_beginning(journal, values, compiled, version_id, context, by="caller") if values else ()


def _at_the_beginning(
    journal: Journal,
    values: Mapping[str, Any],
    compiled: CompiledFlow,
    version_id: int,
    context: RuntimeContext,
    *,
    by: Giver,
) -> Sequence[Entry]:
    """In place of what the flow began with. One that was taken over begins anew, with all that it held."""
    base = base_of(journal)
    told: dict[str, Any] = {"at": context.now, "turn": context.turn}
    if isinstance(base, TakenOver):
        return (begun_anew(base, compiled, values, version_id, **told),)
    given: dict[str, Any] = {"step": BEGINNING, "by": by, "since": base.time, **told}
    return [Given(slot=slot, value=value, **given) for slot, value in values.items()]


def _in_place_of(entry: Entry, slot: str, value: Any, context: RuntimeContext, *, by: Giver = "user") -> Given:
    assert isinstance(entry, Given)  # noqa: S101  only such give a value
    changed = {"slot": slot, "value": value, "by": by, "since": entry.time, "at": context.now, "turn": context.turn}
    return entry.model_copy(update=changed)


def _given_here(
    state: DialogueState,
    context: RuntimeContext,
    flow: FlowContext,
    compiled: CompiledFlow,
    slot: str,
    value: Any,
    *,
    by: Giver = "user",
    answer: bool = False,
) -> Given:
    occasion = context.flow_manager.standing(state, flow, compiled)
    return Given(
        step=occasion.step,
        path=occasion.path,
        slot=slot,
        value=value,
        by=by,
        answer=answer,
        shown=_shown_with_question(state, context, flow, compiled) if answer else "",
        at=context.now,
        turn=context.turn,
    )


def _shown_with_question(
    state: DialogueState, context: RuntimeContext, flow: FlowContext, compiled: CompiledFlow
) -> str:
    asking = compiled.steps[flow["step"] or ""].decider
    slots: Mapping[str, Any] = context.flow_manager.slots(state, flow, compiled)
    return asking.shown_with(slots)


async def _not_come_to(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta | None:
    """In place of the newest value for the slot that the walk has not come to, if there is one."""
    if not (unmet := context.flow_manager.memory(state, owner.flow).get("unmet")):
        return None
    journal = (await past_of(state, context, owner.flow)).journals[owner.flow["flow_id"]]
    found = [number for number in journal.given(owner.slot) if number in unmet]
    earlier = journal.entries[found[-1]] if found else None
    if not isinstance(earlier, Given) or earlier.value is None:
        return None
    told = context.flow_manager.tell(owner.flow, _in_place_of(earlier, owner.slot, value, context))
    # The new entry is the next of the journal.
    still = sorted({*unmet, len(journal.entries)} - {found[-1]})
    return merge_deltas([told, FlowDelta(memory={owner.flow["flow_id"]: {"unmet": still}})])


def _held(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    slots = context.flow_manager.scoped(owner.flow["flow_id"], owner.compiled, {owner.slot: value})
    known = _held_by_bot(state, context, owner.flow, owner.compiled, owner.slot, value)
    return merge_deltas([FlowDelta(slots=slots), known])


def _held_by_bot(
    state: DialogueState, context: RuntimeContext, flow: FlowContext, compiled: CompiledFlow, slot: str, value: Any
) -> FlowDelta:
    """A bot-wide slot, and that this flow knows of it."""
    if slot not in compiled.definition.bot_slot_names:
        return FlowDelta()
    known = context.flow_manager.memory(state, flow).get("bot_slots") or {}
    return FlowDelta(
        slots=context.flow_manager.scoped(flow["flow_id"], compiled, {slot: value}),
        memory={flow["flow_id"]: {"bot_slots": {**known, slot: value}}},
    )
