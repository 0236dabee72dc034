from collections.abc import AsyncIterator
from typing import Any

from flows_app.compiler import CompiledFlow, FlowState, RuntimeContext, requires_input
from flows_app.compiler.state import merge_flow_state
from flows_app.limits import STEPS_PER_CHUNK, STEPS_PER_TURN


class StepLimitReached(Exception):
    """The flow goes round and round."""


class SubgraphExecutor:
    """Streams a flow from its current step on, through as many of its subgraphs as it takes."""

    def __init__(self, context: RuntimeContext, step_limit: int = STEPS_PER_TURN):
        self._context = context
        self._steps_left = step_limit

    async def execute(self, compiled: CompiledFlow, state: FlowState) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yields each step with what it did, as it ends. Stops where a step stays (a question) or the flow ends."""
        while state["step"] is not None:
            async for step, update in self._stream(compiled, state):
                state = merge_flow_state(state, update)
                yield step, update
            task = state.get("_pending_task")
            if state.get("_signal") or (task and requires_input(task)):
                return

    async def _stream(self, compiled: CompiledFlow, state: FlowState) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        chunk = compiled.chunk_at(state["step"] or compiled.first_step)
        events: Any = chunk.astream(
            state,
            # A chunk can loop within itself; our own limit ends it, before LangGraph's does.
            {"recursion_limit": self._steps_left + STEPS_PER_CHUNK},
            stream_mode="updates",
            context=self._context,
        )
        async for event in events:
            for step, update in event.items():
                self._steps_left -= 1
                if self._steps_left < 0:
                    await events.aclose()
                    raise StepLimitReached(f"Step “{step}” is one step too many for one turn.")
                yield step, update
