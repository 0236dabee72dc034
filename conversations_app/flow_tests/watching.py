"""Which way a turn went, and what failed on it: noted where every step that has run is taken over."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from conversations_app.dialogue import FlowDelta, FlowManager
from flows_app.engine import CompiledFlow, DialogueState
from flows_app.engine.operations import Ending


class Visit(NamedTuple):
    flow: str
    step: str


class Failure(NamedTuple):
    flow: str
    # None if the flow had left its last step already.
    step: str | None
    reason: str
    # Whether its author has said where to go then; else the flow has stopped.
    goes_on: bool


class WatchingFlowManager(FlowManager):
    def __init__(self, conversation_id: str):
        super().__init__(conversation_id)
        self.visited: list[Visit] = []
        self.failures: list[Failure] = []
        # Whether the step that ran last has told itself why its flow stops.
        self._told = False

    def advance(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Before the pointer moves it stands at the step that has run."""
        active = state["flow_stack"][-1]
        visit = Visit(active["flow_name"], active["step"] or compiled.first_step)
        self.visited.append(visit)
        signal, error = update.get("_signal") or {}, (update.get("slots") or {}).get("error")
        self._told = signal.get("type") == "failed"
        if self._told:
            self.failures.append(Failure(*visit, signal.get("reason", ""), goes_on=False))
        elif error:
            self.failures.append(Failure(*visit, error["message"], goes_on=True))
        return super().advance(state, compiled, update)

    def check_crashed(self, state: DialogueState, slot: str, error: str) -> None:
        if active := self.active(state):
            reason = f"A check of the slot “{slot}” has crashed ({error}), so the value was refused."
            self.failures.append(Failure(active["flow_name"], active["step"], reason, goes_on=True))

    def abandon_flow(self, state: DialogueState, ending: Ending = "cancelled", reason: str = "") -> FlowDelta:
        """A flow also stops because another that it calls can't start, or gives what does not fit."""
        if reason and not self._told:
            active = state["flow_stack"][-1]
            self.failures.append(Failure(active["flow_name"], active["step"], reason, goes_on=False))
        return super().abandon_flow(state, ending, reason)
