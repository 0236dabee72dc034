from functools import cache
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from conversations_app.dialogue.nodes import human_input_gate, nlu, orchestrator
from flows_app.engine import DialogueState, RuntimeContext

DialogueGraph = CompiledStateGraph[DialogueState, RuntimeContext, DialogueState, DialogueState]


def dialogue_graph(checkpointer: BaseCheckpointSaver[Any]) -> DialogueGraph:
    """The one graph of every conversation, with the saver of this turn."""
    return _compiled().copy(update={"checkpointer": checkpointer})


@cache
def _compiled() -> DialogueGraph:
    graph: StateGraph[DialogueState, RuntimeContext, DialogueState, DialogueState] = StateGraph(
        DialogueState, context_schema=RuntimeContext
    )
    graph.add_node("human_input_gate", human_input_gate)
    graph.add_node("nlu", nlu)
    graph.add_node("orchestrator", orchestrator)
    graph.add_edge(START, "human_input_gate")
    graph.add_edge("human_input_gate", "nlu")
    graph.add_edge("nlu", "orchestrator")
    graph.add_conditional_edges("orchestrator", _ask_or_end, {"ask": "human_input_gate", "end": END})
    return graph.compile()


async def _ask_or_end(state: DialogueState) -> str:
    """Async, because LangGraph runs anything else in a thread."""
    return "ask" if state.get("_pending_task") else "end"
