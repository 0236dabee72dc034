"""A value changes after the flow has gone on from it.

The flow goes back to where the value was asked for, or where it was agreed to, whichever came first, and walks
forward again: filled slots aren't asked again, branches and sets are computed again, a confirmation is shown
again. What was done once and for all, and would be done otherwise now, stands in the way, unless the user will be
asked to agree again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from conversations_app.dialogue.deltas import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.flow_manager import has_done_something
from conversations_app.dialogue.rewinding import park, rewind
from conversations_app.dialogue.slot_owners import SlotOwner, owner_in, sharing
from conversations_app.dialogue.stack import end_of_task
from flows_app.compiler import CompiledFlow, DialogueState, FlowContext, RuntimeContext
from flows_app.compiler.dependencies import (
    depends_on,
    placeholders_of,
    slots_deciding_at,
    slots_read_by,
    slots_that_follow,
    taken_by,
)
from flows_app.compiler.trail import KNOWN_BOT_SLOTS, Stretch, WayBack, stretches
from flows_app.language import CallStep, CollectStep, ConfirmStep
from flows_app.language.routing import Place


class AlreadyDone(Exception):
    """Something rests on the old value that can't be undone."""


async def change_slot(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    """In every flow that goes by it. Raises AlreadyDone. None empties the slot, so that it is asked for again."""
    if owner.is_parked:
        return FlowDelta(slots=context.flow_manager.scoped(owner.flow["flow_id"], owner.compiled, {owner.slot: value}))
    deltas: list[FlowDelta] = []
    for flow in await sharing(state, context, owner):
        if found := await owner_in(state, context, flow, owner.slot):
            # What each of them knew: it may have been emptied since, to be asked for again.
            known = context.flow_manager.visits(state, flow).get(KNOWN_BOT_SLOTS) or {}
            held = owner.value if flow["flow_id"] == owner.flow["flow_id"] else known.get(owner.slot, owner.value)
            deltas.append(_change_in(state, context, replace(found, value=held), value))
            state = apply(state, deltas[-1])
    return merge_deltas(deltas)


def _change_in(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> FlowDelta:
    manager = context.flow_manager
    flow_id = owner.flow["flow_id"]
    changed = FlowDelta(slots=manager.scoped(flow_id, owner.compiled, {owner.slot: value}))
    if owner.is_shared:
        changed = merge_deltas([changed, FlowDelta(visits={flow_id: _as_known(state, context, owner, value)})])
    if owner.asks_for_it:
        return changed
    visits = manager.visits(state, owner.flow)
    follow = slots_that_follow([owner.slot], owner.compiled.definition.all_steps(), taken_by(visits))
    way_back = _way_back(owner, visits, follow, is_emptied=value is None)
    called = state["flow_stack"][owner.position + 1 : end_of_task(state["flow_stack"], owner.position)]
    gates = _refuse_if_done(state, context, owner, way_back, follow, called if way_back.dropped else ())
    if not way_back.dropped:
        return changed
    parked = park(state, owner.flow, called)
    rewound = rewind(apply(state, parked), context, owner.flow, owner.compiled, way_back)
    return merge_deltas([parked, rewound, _gated(context, state, owner, gates), changed])


def _as_known(state: DialogueState, context: RuntimeContext, owner: SlotOwner, value: Any) -> dict[str, Any]:
    """The bot's slot as the flow knows it from now on; what called flows have made of it counts no more."""
    visits = context.flow_manager.visits(state, owner.flow)
    forgotten = {name: None for name in visits if name.endswith(":returned")}
    return {**forgotten, KNOWN_BOT_SLOTS: {**(visits.get(KNOWN_BOT_SLOTS) or {}), owner.slot: value}}


def catch_up(state: DialogueState, context: RuntimeContext, compiled: CompiledFlow) -> FlowDelta:
    """What has become of the bot's slots while other flows ran is taken by the active one like a correction."""
    manager, flow = context.flow_manager, state["flow_stack"][-1]
    known = manager.visits(state, flow).get(KNOWN_BOT_SLOTS)
    deltas = []
    for slot, value in manager.bot_slots(state, compiled).items():
        if known is None or known.get(slot) == value:
            continue
        owner = SlotOwner(len(state["flow_stack"]) - 1, flow, compiled, slot, known.get(slot), waits_for_call=False)
        try:
            deltas.append(_change_in(state, context, owner, value))
        except AlreadyDone:
            continue  # it has been done, and the slot has been changed by another flow: both stand
        state = apply(state, deltas[-1])
        flow = state["flow_stack"][-1]
    return merge_deltas(deltas)


def _way_back(owner: SlotOwner, visits: Mapping[str, Any], follow: set[str], *, is_emptied: bool) -> WayBack:
    """To the first stretch, from the one on where the slot was asked for, in which something depends on the value or
    was agreed to; or to an earlier confirmation that showed what follows from it. If the slot is emptied, to where it
    was asked for.

    From the flow's start, if the value was there from the beginning. Nowhere, if nothing has to be walked again.
    """
    trail = stretches(visits)
    asked_at = _asked_at(owner, trail)
    for number, stretch in enumerate(trail):
        behind = asked_at is not None and number >= asked_at
        if _shown_for_agreement(owner, stretch, follow, behind) or (
            behind and (_depends(owner, stretch, follow, visits) or (is_emptied and number > 0))
        ):
            return WayBack(tuple(trail[:number]), tuple(trail[number:]))
    return WayBack(tuple(trail), ())


def _asked_at(owner: SlotOwner, trail: Sequence[Stretch]) -> int | None:
    """The stretch that began with the question for the slot. None if its value is only given now, ahead of that."""
    if owner.value is None:
        return None
    for number, stretch in enumerate(trail):
        step = owner.compiled.places[stretch.begins_with].step if stretch.begins_with else None
        if isinstance(step, CollectStep) and step.slot == owner.slot:
            return number
    return 0


def _shown_for_agreement(owner: SlotOwner, stretch: Stretch, follow: set[str], behind: bool) -> bool:
    """What was agreed to while the slot held its old value must be agreed to again."""
    step = owner.compiled.places[stretch.begins_with].step if stretch.begins_with else None
    return isinstance(step, ConfirmStep) and (behind or bool(placeholders_of(step.message) & follow))


def _depends(owner: SlotOwner, stretch: Stretch, follow: set[str], visits: Mapping[str, Any]) -> bool:
    taken = taken_by(visits)
    steps = [owner.compiled.places[name].step for name in stretch.visits]
    if owner.is_shared and any(isinstance(step, CallStep) for step in steps):
        return True  # what it calls may go by the slot too
    return any(depends_on(step, follow, taken.get(step.name, ())) for step in steps)


def _refuse_if_done(
    state: DialogueState,
    context: RuntimeContext,
    owner: SlotOwner,
    way_back: WayBack,
    follow: set[str],
    called: Iterable[FlowContext],
) -> dict[str, bool]:
    """For each step that has done something once and for all: whether a confirmation will be asked before it again.

    One that would do it otherwise now, without being asked about, can't be taken back.
    """
    visits = context.flow_manager.visits(state, owner.flow)
    gates = {}
    for name, done in visits.items():
        if name.endswith(":done") and done:
            step = name.removesuffix(":done")
            gates[step] = _confirmed_before(owner.compiled, way_back, step, follow) or (
                bool(done.get("gate")) and not _decides_anything(owner.compiled, follow)
            )
    for flow in called:
        if has_done_something(context.flow_manager.visits(state, flow)):
            step = flow["called_at"]["step"]
            gates[step] = _confirmed_before(owner.compiled, way_back, step, follow)
    for step, gate in gates.items():
        taken_back = step in way_back.steps or not _on_trail(way_back, step)
        if taken_back and not gate and _would_differ(owner.compiled, way_back, step, follow, visits):
            raise AlreadyDone(step)
    return gates


def _on_trail(way_back: WayBack, step: str) -> bool:
    return any(step in stretch.visits for stretch in way_back.kept)


def _confirmed_before(compiled: CompiledFlow, way_back: WayBack, step: str, follow: set[str]) -> bool:
    """Whether walking forward again meets a confirmation before this step, whatever the new value decides."""
    for stretch in way_back.dropped:
        begun = compiled.places[stretch.begins_with] if stretch.begins_with else None
        if begun and isinstance(begun.step, ConfirmStep) and not _decided_on_the_way(compiled, way_back, begun, follow):
            return True
        if step in stretch.visits:
            return False
    return False


def _decided_on_the_way(compiled: CompiledFlow, way_back: WayBack, to: Place, follow: set[str]) -> bool:
    """Whether a step between where the flow goes back to and this one goes by the changed value."""
    first = compiled.places[way_back.to_step].order if way_back.to_step else 0
    between = [place.step for place in compiled.places.values() if first <= place.order <= to.order]
    return any(slots_deciding_at(step) & follow for step in between)


def _decides_anything(compiled: CompiledFlow, follow: set[str]) -> bool:
    return any(slots_deciding_at(step) & follow for step in compiled.definition.all_steps())


def _would_differ(
    compiled: CompiledFlow, way_back: WayBack, name: str, follow: set[str], visits: Mapping[str, Any]
) -> bool:
    """Whether it would be done with other values, or whether the way to it is decided by one."""
    place = compiled.places[name]
    if slots_read_by(place.step, taken_by(visits).get(name, ())) & follow:
        return True
    return _decided_on_the_way(compiled, way_back, place, follow)


def _gated(context: RuntimeContext, state: DialogueState, owner: SlotOwner, gates: Mapping[str, bool]) -> FlowDelta:
    """Notes at what has been done whether the user will be asked before it: the next correction wants to know."""
    visits = context.flow_manager.visits(state, owner.flow)
    marks = {f"{step}:done": gate for step, gate in gates.items()}
    noted = {name: {**visits[name], "gate": gate} for name, gate in marks.items() if visits.get(name)}
    return FlowDelta(visits={owner.flow["flow_id"]: noted})
