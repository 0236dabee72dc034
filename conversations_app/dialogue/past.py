"""The journals of a task, read when a flow is walked; an ordinary turn never needs them."""

from collections.abc import Iterator, Mapping, Sequence

from flows_app.engine import CompiledFlow, DialogueState, FlowContext, FlowMemory, PastDeed, Receipt, RuntimeContext
from flows_app.engine.decisions import Moment
from flows_app.engine.dry_walk import DryWalk
from flows_app.engine.journal import Called, Entry, Journal, Returned, TakenOver
from flows_app.engine.past import Past, has_base, inherited_journals
from flows_app.engine.walk import Stop


async def past_of(state: DialogueState, context: RuntimeContext, flow: FlowContext) -> Past:
    """Collects what the flow and all others of its task were told in earlier turns, and in this one so far."""
    stored = await context.journals.read(flow["task"])
    told_now = (state.get("_entries") or {}).get(flow["task"], {})
    inherited: dict[str, Sequence[Entry]] = {}
    for other in state["flow_stack"]:
        if other["task"] == flow["task"]:
            inherited |= inherited_journals(context.flow_manager.memory(state, other))
    journals = {
        flow_id: Journal((*inherited.get(flow_id, ()), *stored.get(flow_id, ()), *told_now.get(flow_id, ())))
        for flow_id in {*inherited, *stored, *told_now}
    }
    for other in state["flow_stack"]:
        if other["task"] == flow["task"] and not has_base(journals.get(other["flow_id"])):
            journals[other["flow_id"]] = await _begun_here(state, context, other)
    versions = {entry.version_id for journal in journals.values() for entry in journal if isinstance(entry, Called)}
    return Past(
        journals,
        deeds=[*await context.receipts.of_flows(list(journals)), *_of_returned(journals)],
        flows={version: await context.subgraph_registry.get(version) for version in versions},
        reached={other["flow_id"]: await _reached(state, context, other) for other in state["flow_stack"]},
    )


def _of_returned(journals: Mapping[str, Journal]) -> Iterator[PastDeed]:
    """Older code does not tell which instance a step had called, only that it has done something."""
    for flow_id, journal in journals.items():
        for entry in journal:
            if isinstance(entry, TakenOver):
                for step, visit in entry.done.items():
                    yield PastDeed(flow_id, step, None, visit, Receipt("", "", {}), once=True, arguments=())


async def _begun_here(state: DialogueState, context: RuntimeContext, flow: FlowContext) -> Journal:
    """For an instance whose pages are lost, as after a checkpoint that can't be read: it is known from here on only."""
    compiled = await context.subgraph_registry.get(flow["version_id"])
    memory = context.flow_manager.memory(state, flow)
    taken_over = TakenOver(
        step=flow["step"] or compiled.first_step,
        slots=state["flow_slots"].get(flow["flow_id"]) or {},
        bot_slots=context.flow_manager.bot_slots(state, compiled),
        rounds=memory.get("rounds") or {},
        visits=memory.get("visits") or {},
        at=context.now,
        turn=context.turn,
    )
    return Journal((taken_over,))


async def _reached(state: DialogueState, context: RuntimeContext, flow: FlowContext) -> list[tuple[str, str]]:
    """Where it stood when it was corrected, or stands."""
    memory = context.flow_manager.memory(state, flow)
    before = [(step, path) for step, path in memory.get("reached") or ()]
    if memory.get("to_walk"):
        return before
    compiled = await context.subgraph_registry.get(flow["version_id"])
    standing = context.flow_manager.standing(state, flow, compiled)
    return [*before, (standing.step, standing.path)]


def moment_of(context: RuntimeContext) -> Moment:
    return Moment(context.now, context.turn, context.language)


def dry_walk(
    past: Past,
    context: RuntimeContext,
    flow: FlowContext,
    compiled: CompiledFlow,
    state: DialogueState | None = None,
) -> tuple[DryWalk, Stop]:
    """Where the flow's journal leads; once more if jumps back do not happen that were taken to."""
    memory: FlowMemory = context.flow_manager.memory(state, flow) if state else {}
    jumps: frozenset[int] | None = None
    while True:
        walk = DryWalk(compiled, flow["flow_id"], past, moment_of(context), jumps=jumps)
        walk.begin(memory)
        stop = walk.forward()
        if walk.jumps_that_stand == walk.all_jumps:
            return walk, stop
        jumps = walk.jumps_that_stand


def waiting_flows(
    state: DialogueState, context: RuntimeContext, past: Past, caller: FlowContext
) -> Iterator[FlowContext]:
    """Flows that the caller had called when it was corrected, and that have not returned, those that they had called
    first: it stands at their call again, or has not come there yet."""
    memory = context.flow_manager.memory(state, caller)
    unmet, on_stack = memory.get("unmet") or (), {flow["flow_id"] for flow in state["flow_stack"]}
    for number, call in _open_calls(past, caller["flow_id"]):
        if call.flow_id not in on_stack and (
            number in unmet or (memory.get("to_walk") and call.step == caller["step"])
        ):
            yield from _waiting(past, call, caller["task"])


def _waiting(past: Past, call: Called, task: str) -> Iterator[FlowContext]:
    for _, inner in _open_calls(past, call.flow_id):
        yield from _waiting(past, inner, task)
    yield {
        "flow_id": call.flow_id,
        "flow_name": call.flow_name,
        "version_id": call.version_id,
        "step": None,
        "task": task,
    }


def _open_calls(past: Past, flow_id: str) -> Iterator[tuple[int, Called]]:
    """By number, calls of an instance that have not returned."""
    journal = past.journals[flow_id]
    returned = {(entry.step, entry.path) for entry in journal if isinstance(entry, Returned)}
    for number in journal.counting:
        call = journal.entries[number]
        if isinstance(call, Called) and (call.step, call.path) not in returned and call.flow_id in past.journals:
            yield number, call
