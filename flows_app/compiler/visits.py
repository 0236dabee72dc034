from typing import Any

from flows_app.compiler.state import FlowState


def visited(state: FlowState, step: str) -> dict[str, Any]:
    """Counts one more finished visit: loops repeat a step, a repeated turn doesn't."""
    return {"visits": {step: state["visits"].get(step, 0) + 1}}
