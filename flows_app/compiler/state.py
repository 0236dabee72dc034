"""The state of a conversation and of a running flow: plain JSON, so that any version of the code can read it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from flows_app.compiler.pending_task import PendingTask

# Raised when the shape below changes; a migration of stored states goes with it.
STATE_VERSION = 1

# Under this key of `flow_slots` live the bot-wide slots; under `kept:NAME` what a flow keeps for its next run.
BOT_SCOPE = "bot"

ByFlow = dict[str, dict[str, Any]]


def kept_scope(flow_name: str) -> str:
    return f"kept:{flow_name}"


def merge(current: Mapping[str, Any] | None, update: Mapping[str, Any] | None) -> dict[str, Any]:
    return {**(current or {}), **(update or {})}


def merge_by_flow(current: ByFlow | None, update: Mapping[str, Mapping[str, Any] | None] | None) -> ByFlow:
    """Merges what each flow instance did; `None` under a flow_id removes it."""
    merged = dict(current or {})
    for flow_id, values in (update or {}).items():
        if values is None:
            merged.pop(flow_id, None)
        else:
            merged[flow_id] = merge(merged.get(flow_id), values)
    return merged


class CallSite(TypedDict):
    """The visit of a call step that a called flow came from."""

    step: str
    visit: int
    inputs_hash: str


class FlowContext(TypedDict):
    """A flow instance on the stack, pinned to the version it started with."""

    flow_id: str
    flow_name: str
    version_id: int
    step: str | None
    # Of a flow that another one called, and only of such: its outputs, and the caller's slots that get them.
    returns: NotRequired[dict[str, str]]
    called_at: NotRequired[CallSite]


class EndedFlow(TypedDict):
    """A flow instance that has left the stack in this turn, and how."""

    flow_name: str
    version_id: int
    step: str | None
    outcome: Literal["completed", "cancelled", "failed"]
    # Why it has failed; masked where it could tell the value of a sensitive slot.
    reason: NotRequired[str]


class Offer(TypedDict):
    """Quick replies of a message that asks nothing, by the message's key; and the flow that offers them, if any."""

    key: str
    flow_id: str | None
    options: list[dict[str, Any]]


class Press(TypedDict):
    """A button: the key of the message it was shown with, and its value."""

    key: str
    value: Any


class DialogueState(TypedDict, total=False):
    """What a conversation remembers between two turns. History is not here: it is the Message table."""

    state_version: int
    user_message: str | None
    last_inbound_seq: int
    # The newest seq that the sender of this message had seen.
    seen: int
    # In place of a message: handed_back, session_expired; or stepped_back, started_afresh, when state was lost.
    event: str | None
    pressed: Press | None
    commands: list[dict[str, Any]] | None
    # Who made them: a provider by its name, `option`, `client` or `event`.
    commands_by: str | None
    flow_stack: list[FlowContext]
    flow_slots: Annotated[ByFlow, merge_by_flow]
    _executed_steps: Annotated[ByFlow, merge_by_flow]
    _pending_task: PendingTask | None
    handed_off: str | None
    # Of this turn: flows that have left the stack, by flow_id; and the quick replies it has offered.
    _ended_flows: dict[str, EndedFlow]
    _offers: list[Offer]
    turns_without_progress: int


class Signal(TypedDict):
    """What a step wants of the orchestrator, beyond a message: another flow, a person, or the end of its own."""

    type: str
    flow: NotRequired[str]
    inputs: NotRequired[dict[str, Any]]
    returns: NotRequired[dict[str, str]]
    called_at: NotRequired[CallSite]
    queue: NotRequired[str]
    # Of an action that has failed: how.
    error_type: NotRequired[str]
    # Of what has failed: why, and whether that may repeat a value.
    reason: NotRequired[str]
    tells_values: NotRequired[bool]


class FlowState(TypedDict, total=False):
    """What the steps of one flow see while they run."""

    flow_id: str
    step: str | None
    slots: Annotated[dict[str, Any], merge]
    # Finished visits by step; and, under `STEP:word`, marks that a step leaves for its next visit.
    visits: Annotated[dict[str, Any], merge]
    _pending_task: PendingTask | None
    _signal: Signal | None


def merge_flow_state(state: FlowState, update: Mapping[str, Any]) -> FlowState:
    """The same merge as the subgraph's channels do, for the executor that looks on."""
    merged = {**state, **update}
    for channel in ("slots", "visits"):
        merged[channel] = merge(state.get(channel), update.get(channel))  # type: ignore[arg-type]
    return merged  # type: ignore[return-value]
