"""What a step remembers of itself: how often it was finished, and marks for its next visit."""

from typing import Any

from flows_app.compiler.state import FlowState


def visits(state: FlowState, step: str) -> int:
    return int(state["visits"].get(step, 0))


def visited(state: FlowState, step: str, **marks: Any) -> dict[str, Any]:
    """Counts one more finished visit, and leaves marks: loops repeat a step, a repeated turn doesn't."""
    return {"visits": {step: visits(state, step) + 1, **_named(step, marks)}}


def marked(step: str, **marks: Any) -> dict[str, Any]:
    return {"visits": _named(step, marks)}


def mark(state: FlowState, step: str, word: str) -> Any:
    return state["visits"].get(f"{step}:{word}")


def _named(step: str, marks: dict[str, Any]) -> dict[str, Any]:
    return {f"{step}:{word}": value for word, value in marks.items()}
