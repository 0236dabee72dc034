from typing import Any

from langgraph.types import interrupt

from flows_app.compiler import DialogueState


async def human_input_gate(state: DialogueState) -> dict[str, Any]:
    """The only place that waits for the user. Pure: LangGraph runs it again from the start on every resume."""
    task = state.get("_pending_task")
    if not task:
        return {}
    inbound = interrupt(task)
    return {
        "user_message": inbound["text"],
        "last_inbound_seq": inbound["seq"],
        "commands": inbound.get("commands"),
        "event": inbound.get("event"),
    }
