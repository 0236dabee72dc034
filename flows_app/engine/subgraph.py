"""A flow as LangGraph subgraphs: a node a step, at most 32 of them a graph, entered at the current step.

A turn never walks the steps before the one it stands at, and a step's cost does not grow with the flow.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, cast

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from flows_app.engine.context import RuntimeContext
from flows_app.engine.node import StepNode
from flows_app.engine.on_offer import users_slots
from flows_app.engine.state import FlowState
from flows_app.engine.steps import CompiledStep, compile_step
from flows_app.expressions import CompiledExpression, compile_expression
from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.flow_language.routing import Place, places
from flows_app.limits import STEPS_PER_CHUNK
from flows_app.values import DoesNotFit, accept, accept_from_machine

Chunk = CompiledStateGraph[FlowState, RuntimeContext, FlowState, FlowState]


@dataclass(frozen=True)
class CompiledFlow:
    definition: FlowDefinition
    places: dict[str, Place]
    steps: dict[str, CompiledStep]
    first_step: str
    chunks: dict[str, Chunk]
    guard: CompiledExpression | None

    def chunk_at(self, step: str) -> Chunk:
        """The subgraph that holds the step."""
        return self.chunks[step]

    def entry_at(self, state: FlowState) -> FlowState:
        """Gives the subgraph's input: the state and, in a channel of LangGraph's, what sets the step going."""
        step = state["step"] or self.first_step
        return cast(FlowState, {**state, **dict.fromkeys(self.chunks[step].nodes[step].triggers)})

    def slot(self, name: str) -> SlotDefinition | None:
        return self.definition.slots_by_name.get(name)

    def accepted(self, slot: str, value: Any, giver: str, now: datetime | None = None) -> Any:
        """A value that another flow gives one of its slots; None leaves the slot empty. Raises DoesNotFit."""
        return accept_from_machine(self.definition.slots_by_name[slot], value, giver, now)

    def accepted_or_none(self, slot: str, value: Any) -> Any:
        try:
            return self.accepted(slot, value, self.definition.name)
        except DoesNotFit:
            return None

    def accepted_inputs(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a caller's inputs as the slots hold them; None for what it does not give, or what does not fit."""
        return {name: self.accepted_or_none(name, inputs.get(name)) for name in self.definition.inputs}

    @cached_property
    def users_slots(self) -> frozenset[str]:
        return users_slots(self.definition)

    @cached_property
    def initial_slots(self) -> dict[str, Any]:
        own = [slot for slot in self.definition.slots if slot.initial is not None]
        return {slot.name: accept(slot, slot.initial) for slot in own}

    @cached_property
    def initial_bot_slots(self) -> dict[str, Any]:
        """Gives the initial values of the bot-wide slots it uses."""
        names = self.definition.bot_slot_names
        slots = [slot for slot in self.definition.bot_slots if slot.name in names]
        return {slot.name: self.accepted_or_none(slot.name, slot.initial) for slot in slots}

    def bot_slots(self, shared: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the bot-wide slots that the flow uses; an unfilled one has its initial value."""
        # Another flow, or another version of this one, may have stored what this one would refuse.
        names = self.definition.bot_slot_names
        filled = {name: self.accepted_or_none(name, shared[name]) for name in names if name in shared}
        return {**self.initial_bot_slots, **filled}

    @cached_property
    def persisted(self) -> tuple[str, ...]:
        """Its own slots that it persists; the bot's are kept by the bot."""
        return tuple(name for name in self.definition.persist if name not in self.definition.bot_slot_names)


def compile_flow(definition: FlowDefinition) -> CompiledFlow:
    known = places(definition)
    steps = {name: compile_step(definition, place, known) for name, place in known.items()}
    names = list(known)
    chunks: dict[str, Chunk] = {}
    for start in range(0, len(names), STEPS_PER_CHUNK):
        inside = frozenset(names[start : start + STEPS_PER_CHUNK])
        chunks.update(dict.fromkeys(inside, _compile_chunk(steps, known, inside)))
    guard = compile_expression(definition.guard, definition.slots_by_name) if definition.guard else None
    return CompiledFlow(definition, known, steps, names[0], chunks, guard)


def _compile_chunk(steps: Mapping[str, CompiledStep], known: dict[str, Place], inside: frozenset[str]) -> Chunk:
    graph: StateGraph[FlowState, RuntimeContext, FlowState, FlowState] = StateGraph(
        FlowState, context_schema=RuntimeContext
    )
    for name in sorted(inside):
        step = StepNode(steps[name], known, inside)
        # LangGraph's types ask for a node that may also take its other arguments.
        node: Any = step.run
        graph.add_node(name, node, destinations=step.destinations)
    # LangGraph wants one step that it begins with; ours begin with any, and a branch would cost a superstep.
    graph.add_edge(START, min(inside))
    # False, not None: None would inherit the dialogue graph's checkpointer.
    chunk = graph.compile(checkpointer=False)
    triggers = (trigger for name in inside for trigger in chunk.nodes[name].triggers)
    return chunk.copy(update={"input_channels": [*FlowState.__annotations__, *triggers]})
