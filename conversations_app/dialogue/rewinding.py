"""Taking a flow back on its way. Flows that it has called wait in it, to be called again as they were."""

from collections.abc import Iterable, Mapping
from typing import Any

from conversations_app.dialogue.deltas import FlowDelta, apply, merge_deltas
from flows_app.compiler import CompiledFlow, DialogueState, FlowContext, RuntimeContext, Signal
from flows_app.compiler.trail import REWOUND, WayBack, answered_though_always_asked


def rewind(
    state: DialogueState, context: RuntimeContext, flow: FlowContext, compiled: CompiledFlow, way_back: WayBack
) -> FlowDelta:
    """Takes a flow back to where a stretch of its way began."""
    manager = context.flow_manager
    place = compiled.places.get(way_back.to_step)
    update = way_back.visits_update(manager.visits(state, flow), flow["step"], place)
    for collect in answered_though_always_asked(compiled.definition, way_back):
        update[f"{collect.name}:asked"] = 1
    moved: FlowContext = {**flow, "step": way_back.to_step or compiled.first_step}
    stack = [moved if other["flow_id"] == moved["flow_id"] else other for other in state["flow_stack"]]
    return FlowDelta(
        stack=tuple(stack),
        slots=manager.scoped(moved["flow_id"], compiled, way_back.values_before(compiled.places)),
        visits={moved["flow_id"]: update},
    )


def call_again(
    state: DialogueState, context: RuntimeContext, compiled: CompiledFlow, signal: Signal, inputs: Mapping[str, Any]
) -> FlowDelta:
    """Puts the flow that waits at the calling step back on the stack, at its start, with what it knew."""
    manager = context.flow_manager
    caller = state["flow_stack"][-1]
    mark = f"{signal['called_at']['step']}:parked"
    visits = manager.visits(state, caller)
    waiting: FlowContext = visits[mark]
    flow: FlowContext = {**waiting, "called_at": signal["called_at"]}
    back = FlowDelta(
        stack=(*state["flow_stack"], flow),
        visits={caller["flow_id"]: {mark: None}},
    )
    way_back = WayBack.to(manager.visits(state, flow), "")
    rewound = rewind(apply(state, back), context, flow, compiled, way_back)
    # If its caller's user has agreed again to what was changed, that holds for the called flow too.
    agreed = FlowDelta(visits={flow["flow_id"]: {REWOUND: visits.get(REWOUND)}})
    handed_over = {**dict.fromkeys(compiled.definition.inputs), **inputs}
    given = FlowDelta(slots=manager.scoped(flow["flow_id"], compiled, handed_over))
    return merge_deltas([back, rewound, agreed, given])


def park(state: DialogueState, caller: FlowContext, called: Iterable[FlowContext]) -> FlowDelta:
    """Takes the flows that one has called off the stack; each waits in its caller."""
    stack = list(state["flow_stack"])
    deltas = []
    for flow in called:
        deltas.append(FlowDelta(visits={caller["flow_id"]: {f"{flow['called_at']['step']}:parked": flow}}))
        stack.remove(flow)
        caller = flow
    return merge_deltas([*deltas, FlowDelta(stack=tuple(stack))]) if deltas else FlowDelta()
