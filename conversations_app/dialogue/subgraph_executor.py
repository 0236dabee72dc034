from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

from flows_app.engine import CompiledFlow, FlowState, RuntimeContext, requires_input
from flows_app.engine.state import merge_flow_state
from flows_app.engine.walk import Walk
from flows_app.limits import STEPS_PER_CHUNK, STEPS_PER_TURN


class StepLimitReached(Exception):
    """The flow goes round and round."""


class SubgraphExecutor:
    """Streams a flow from its current step on, through as many of its subgraphs as it takes."""

    def __init__(self, context: RuntimeContext, step_limit: int = STEPS_PER_TURN):
        self._context = context
        self._steps_left = step_limit

    async def execute(
        self, compiled: CompiledFlow, state: FlowState, walk: Walk | None = None
    ) -> AsyncIterator[tuple[str | None, dict[str, Any]]]:
        """Yields each step with what it did, as it ends. Stops where a step stays (a question) or the flow ends.

        With a walk, the flow first goes as far as its journal tells, and so again after each step that had something to
        do, until the journal has nothing more to tell; these updates come without a step.
        """
        while state["step"] is not None:
            if walk:
                walk.forward()
                passed = walk.update(state["slots"])
                state = merge_flow_state(state, {**passed, "walked": walk.walked})
                yield None, passed
                if state["step"] is None:
                    return
            stopped_at: tuple[str, dict[str, Any]] | None = None
            async with aclosing(self._stream(compiled, state)) as steps:
                async for step, update in steps:
                    state = merge_flow_state(state, update)
                    if walk:
                        walk.take(update)
                    if _stops(update):
                        stopped_at = step, update
                    else:
                        yield step, update
            if stopped_at:
                # Only now that the subgraph has ended: who asks the user does not come back for its end.
                yield _at_rest(*stopped_at) if walk and not walk.unmet else stopped_at
                return
            if walk and walk.is_over:
                walk, state["walked"] = None, None

    async def _stream(
        self, compiled: CompiledFlow, state: FlowState
    ) -> AsyncGenerator[tuple[str, dict[str, Any]], None]:
        chunk = compiled.chunk_at(state["step"] or compiled.first_step)
        events: Any = chunk.astream(
            compiled.entry_at(state),
            # A chunk can loop within itself; our own limit ends it, before LangGraph's does.
            {"recursion_limit": self._steps_left + STEPS_PER_CHUNK},
            stream_mode="updates",
            context=self._context,
        )
        async with aclosing(events):
            async for event in events:
                for step, update in event.items():
                    self._steps_left -= 1
                    if self._steps_left < 0:
                        raise StepLimitReached(f"Step “{step}” is one step too many for one turn.")
                    yield step, update


def _stops(update: Mapping[str, Any]) -> bool:
    task = update.get("_pending_task")
    return bool(update.get("_signal") or (task and requires_input(task)))


def _at_rest(step: str, update: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A question that a walk has led to: what the user says to it is new, and the journal need not be read for it. A
    flow that calls another goes on with its walk."""
    if not update.get("_pending_task"):
        return step, update
    return step, {**update, "memory": {**(update.get("memory") or {}), "reached": [], "quiet": False}}
