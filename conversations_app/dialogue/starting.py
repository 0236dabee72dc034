from collections.abc import Mapping
from typing import Any

from flows_app.engine import CompiledFlow, DialogueState, FlowContext, RuntimeContext
from flows_app.engine.deltas import FlowDelta
from flows_app.engine.state import BOT_SCOPE, CallSite
from flows_app.expressions import ExpressionFailed
from flows_app.limits import CALLS_ON_STACK, FLOWS_ON_STACK
from flows_app.values import DoesNotFit


class CannotStart(Exception):
    """The flow is not published, its guard does not hold, or it refuses its inputs."""


class TooManyFlows(CannotStart):
    """Too many are under way already."""


async def start_flow(
    state: DialogueState,
    context: RuntimeContext,
    flow_name: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    returns: Mapping[str, str] | None = None,
    called_at: CallSite | None = None,
    links: FlowContext | None = None,
) -> FlowDelta:
    """Puts a flow on the stack, in the version that is current now; `links` is one that ends in it."""
    if links is None:
        _check_room(state, flow_name, called=returns is not None)
    version_id = await context.flow_catalogue.current_version_id(flow_name)
    if version_id is None:
        raise CannotStart(f"No published flow is called “{flow_name}”.")
    compiled = await context.subgraph_registry.get(version_id)
    given = accepted_inputs(compiled, inputs or {}, context)
    if compiled.guard and not _holds(compiled, state, context, given):
        raise CannotStart(f"The guard of “{flow_name}” does not hold.")
    delta: FlowDelta = context.flow_manager.push_flow(
        state, compiled, version_id, now=context.now, inputs=given, returns=returns, called_at=called_at, links=links
    )
    return delta


def _check_room(state: DialogueState, flow_name: str, *, called: bool) -> None:
    """Users lose the thread long before flows that call each other without end do harm."""
    limit = CALLS_ON_STACK if called else FLOWS_ON_STACK
    if len(state.get("flow_stack") or ()) >= limit:
        raise TooManyFlows(f"{limit} flows are under way; “{flow_name}” would be one too many.")


async def start_default_flow(state: DialogueState, context: RuntimeContext) -> FlowDelta | None:
    """Starts the default flow when nothing was understood and nothing runs; None if something runs, or there is no
    default."""
    if context.default_flow is None or context.flow_manager.active(state):
        return None
    try:
        return await start_flow(state, context, context.default_flow)
    except CannotStart:
        return None


def _holds(compiled: CompiledFlow, state: DialogueState, context: RuntimeContext, given: Mapping[str, Any]) -> bool:
    """With exactly the values that the flow would begin with."""
    bot_slots = compiled.bot_slots((state.get("flow_slots") or {}).get(BOT_SCOPE, {}))
    own = context.flow_manager.slots_at_start(state, compiled, given)
    try:
        return compiled.guard is None or compiled.guard.holds({**bot_slots, **own}, context.now)
    except ExpressionFailed as failed:
        raise CannotStart(f"The guard of “{compiled.definition.name}” can't be computed: {failed}") from failed


def accepted_inputs(compiled: CompiledFlow, inputs: Mapping[str, Any], context: RuntimeContext) -> dict[str, Any]:
    """Inputs as the flow's slots hold them; only those that the flow takes."""
    given = {}
    for name, value in inputs.items():
        if compiled.slot(name) is None or name not in compiled.definition.inputs or value is None:
            continue
        try:
            given[name] = compiled.accepted(name, value, f"the input “{name}”", context.now)
        except DoesNotFit as misfit:
            raise CannotStart(f"“{compiled.definition.name}” can't start: {misfit}") from misfit
    return given
