from typing import Any

from langgraph.runtime import Runtime

from conversations_app.dialogue.orchestration import Orchestration
from flows_app.engine import DialogueState, RuntimeContext


async def orchestrator(state: DialogueState, runtime: Runtime[RuntimeContext]) -> dict[str, Any]:
    """Coordinates: commands change the stack and slots, then the active flow runs until it asks or ends."""
    return await Orchestration(state, runtime.context).run()
