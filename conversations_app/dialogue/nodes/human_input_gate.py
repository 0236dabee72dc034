from langgraph.types import interrupt

from conversations_app.dialogue.graph_input import as_update
from flows_app.engine import DialogueState


async def human_input_gate(state: DialogueState) -> DialogueState:
    """The only place that waits for the user. Pure: LangGraph runs it again from the start on every resume."""
    task = state.get("_pending_task")
    return as_update(interrupt(task)) if task else {}
