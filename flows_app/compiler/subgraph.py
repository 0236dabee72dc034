"""A flow as LangGraph subgraphs: a node a step, at most 32 of them a graph, entered at the current step.

A turn never walks the steps before the one it stands at, and a step's cost does not grow with the flow.
"""

from dataclasses import dataclass
from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from flows_app.compiler.nodes import make_node
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.language import FlowDefinition, SlotDefinition, Step
from flows_app.language.base import END
from flows_app.limits import STEPS_PER_CHUNK

Chunk = CompiledStateGraph[FlowState, Any, FlowState, FlowState]


@dataclass(frozen=True)
class CompiledFlow:
    definition: FlowDefinition
    first_step: str
    chunks: dict[str, Chunk]

    def chunk_at(self, step: str) -> Chunk:
        """The subgraph that holds the step."""
        return self.chunks[step]

    def slot(self, name: str) -> SlotDefinition | None:
        return self.definition.slots_by_name.get(name)


def compile_flow(definition: FlowDefinition) -> CompiledFlow:
    following = _following(definition)
    chunks: dict[str, Chunk] = {}
    for start in range(0, len(definition.steps), STEPS_PER_CHUNK):
        steps = definition.steps[start : start + STEPS_PER_CHUNK]
        chunk = _compile_chunk(steps, following)
        chunks.update(dict.fromkeys((step.name for step in steps), chunk))
    return CompiledFlow(definition, definition.steps[0].name, chunks)


def _following(definition: FlowDefinition) -> dict[str, str | None]:
    """The step after each step, by its `next` or by its place; None where the flow ends."""
    names = [step.name for step in definition.steps]
    by_place = dict(zip(names, [*names[1:], None], strict=True))
    return {
        step.name: (None if step.next == END else step.next) if step.next else by_place[step.name]
        for step in definition.steps
    }


def _compile_chunk(steps: tuple[Step, ...], following: dict[str, str | None]) -> Chunk:
    inside = frozenset(step.name for step in steps)
    graph: StateGraph[FlowState, Any, FlowState, FlowState] = StateGraph(FlowState)
    for step in steps:
        routes = Routes(inside, following[step.name])
        # LangGraph's types ask for a node that may also take its other arguments; ours takes the state alone.
        node: Any = make_node(step, routes)
        graph.add_node(step.name, node, destinations=routes.destinations)
    graph.add_conditional_edges(START, _current_step, {name: name for name in inside})
    # False, not None: None would inherit the dialogue graph's checkpointer.
    return graph.compile(checkpointer=False)


def _current_step(state: FlowState) -> str:
    step = state["step"]
    assert step is not None
    return step
