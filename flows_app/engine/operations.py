"""Protocols for what nodes and command handlers ask of the dialogue that runs them: its flow stack, compiled flows and
handlers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from flows_app.engine.deltas import FlowDelta
from flows_app.engine.journal import Called, Entry
from flows_app.engine.occasions import Occasion
from flows_app.engine.outcomes import Outcome
from flows_app.engine.state import CallSite, DialogueState, FlowContext, FlowMemory, FlowState, Question

if TYPE_CHECKING:
    from flows_app.engine.context import RuntimeContext
    from flows_app.engine.subgraph import CompiledFlow

Ending = Literal["completed", "cancelled", "failed"]


class CompiledFlows(Protocol):
    """Compiled flows by version."""

    async def get(self, version_id: int) -> "CompiledFlow": ...


class CommandHandling(Protocol):
    """Handles the commands of one type."""

    @property
    def touches_slots(self) -> bool:
        """Gives, changes or takes back a value."""
        ...

    @property
    def answers(self) -> bool:
        """Is a plain “yes” or “no”."""
        ...

    @property
    def passes_question(self) -> bool:
        """Leads past the open question without a yes or no."""
        ...

    @property
    def leaves_question_open(self) -> bool:
        """Commands that do not answer the question, whatever else the message holds."""
        ...

    @property
    def turns_away(self) -> bool:
        """Turns to something else: what was answered before it is acted on first."""
        ...

    def can_handle(self, command: Mapping[str, Any]) -> bool: ...

    async def handle(self, command: dict[str, Any], state: DialogueState, context: "RuntimeContext") -> Outcome: ...


class FlowOperations(Protocol):
    """The flow stack and its slots. Operations return deltas; nothing here changes a state."""

    # Reading

    def active(self, state: DialogueState) -> FlowContext | None: ...

    def memory(self, state: DialogueState, flow: FlowContext) -> FlowMemory: ...

    def standing(self, state: DialogueState, flow: FlowContext, compiled: "CompiledFlow") -> Occasion: ...

    def slots(self, state: DialogueState, flow: FlowContext, compiled: "CompiledFlow") -> dict[str, Any]: ...

    def bot_slots(self, state: DialogueState, compiled: "CompiledFlow") -> dict[str, Any]: ...

    def slots_at_start(
        self, state: DialogueState, compiled: "CompiledFlow", inputs: Mapping[str, Any] | None = None
    ) -> dict[str, Any]: ...

    def flow_state(self, state: DialogueState, compiled: "CompiledFlow") -> FlowState: ...

    def question(self, state: DialogueState) -> Question | None: ...

    def scoped(
        self, flow_id: str, compiled: "CompiledFlow", values: Mapping[str, Any]
    ) -> dict[str, Mapping[str, Any]]: ...

    # Flows begin

    def push_flow(
        self,
        state: DialogueState,
        compiled: "CompiledFlow",
        version_id: int,
        *,
        now: datetime,
        inputs: Mapping[str, Any] | None = None,
        returns: Mapping[str, str] | None = None,
        called_at: CallSite | None = None,
        links: FlowContext | None = None,
    ) -> FlowDelta: ...

    def call_again(
        self,
        state: DialogueState,
        called: Called,
        compiled: "CompiledFlow",
        *,
        entries: Sequence[Entry],
        returns: Mapping[str, str],
        called_at: CallSite,
        quiet: bool,
    ) -> FlowDelta: ...

    def bring_to_top(self, state: DialogueState, position: int) -> FlowDelta: ...

    # Flows end

    def abandon_flow(self, state: DialogueState, ending: Ending = "cancelled", reason: str = "") -> FlowDelta: ...

    def drop_all(self, state: DialogueState, ending: Ending) -> FlowDelta: ...

    def end_flow(
        self,
        state: DialogueState,
        compiled: "CompiledFlow",
        caller: "CompiledFlow | None",
        now: datetime,
        since: datetime | None = None,
    ) -> FlowDelta: ...

    def drop_linking_flow(self, state: DialogueState, compiled: "CompiledFlow") -> FlowDelta: ...

    def take_off(self, state: DialogueState, flows: Sequence[FlowContext]) -> FlowDelta: ...

    # Flows move

    def note_question(self, state: DialogueState, **noted: Any) -> FlowDelta: ...

    def begin_to_agree_anew(self, state: DialogueState) -> FlowDelta: ...

    def tell(self, flow: FlowContext, *entries: Entry) -> FlowDelta: ...

    def jump(self, state: DialogueState, compiled: "CompiledFlow", target: str, now: datetime) -> FlowDelta: ...

    def advance(self, state: DialogueState, compiled: "CompiledFlow", update: Mapping[str, Any]) -> FlowDelta: ...

    def take_walk(self, state: DialogueState, compiled: "CompiledFlow", update: Mapping[str, Any]) -> FlowDelta: ...

    def knowing_bot_slots(self, state: DialogueState, compiled: "CompiledFlow") -> FlowDelta: ...

    def check_crashed(self, state: DialogueState, slot: str, error: str) -> None: ...
