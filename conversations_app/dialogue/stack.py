"""Questions about a flow stack. A flow and those that it has called, one above the other, are one task to the user."""

from collections.abc import Sequence

from flows_app.engine import FlowContext


def was_called(flow: FlowContext) -> bool:
    """By a step of the flow below it; otherwise it interrupted that."""
    return "returns" in flow


def task_around(stack: Sequence[FlowContext], position: int) -> tuple[int, int]:
    """From where to where (not included) the stack holds the task that the flow at this position is part of."""
    first = position
    while was_called(stack[first]) and first > 0:
        first -= 1
    return first, end_of_task(stack, position)


def end_of_task(stack: Sequence[FlowContext], position: int) -> int:
    """Behind the last flow that the one at this position has called, directly or not."""
    end = position + 1
    while end < len(stack) and was_called(stack[end]):
        end += 1
    return end


def resumes_interrupted(before: Sequence[FlowContext], after: Sequence[FlowContext]) -> bool:
    """Whether the flow on top was interrupted by one that has left the stack."""
    if not after or len(after) >= len(before) or before[len(after) - 1]["flow_id"] != after[-1]["flow_id"]:
        return False
    return not was_called(before[len(after)])


def position_outside_task(stack: Sequence[FlowContext], flow_name: str) -> int:
    """Where, counted from 1, a flow is interrupted that is no part of what is being talked about; 0 if it is not."""
    first, _ = task_around(stack, len(stack) - 1)
    names = [flow["flow_name"] for flow in stack[:first]]
    return names.index(flow_name) + 1 if flow_name in names else 0
