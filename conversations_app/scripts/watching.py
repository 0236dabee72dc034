"""Which way a turn went: noted where every step that has run is taken over."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from conversations_app.dialogue import FlowDelta, FlowManager
from flows_app.compiler import CompiledFlow, DialogueState


class Visit(NamedTuple):
    flow: str
    step: str


class WatchingFlowManager(FlowManager):
    def __init__(self, conversation_id: str):
        super().__init__(conversation_id)
        self.visited: list[Visit] = []

    def advance(self, state: DialogueState, compiled: CompiledFlow, update: Mapping[str, Any]) -> FlowDelta:
        """Before the pointer moves it stands at the step that has run."""
        active = state["flow_stack"][-1]
        self.visited.append(Visit(active["flow_name"], active["step"] or compiled.first_step))
        return super().advance(state, compiled, update)
