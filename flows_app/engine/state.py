"""The state of a conversation and of a running flow: plain JSON, so that any version of the code can read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from flows_app.engine.journal import Entry, Given, Told
from flows_app.engine.occasions import Whereabouts
from flows_app.engine.pending_task import PendingTask

# Raised when the shape below changes; a function that lifts stored states goes with it
# (conversations_app.turn.upgrading).
STATE_VERSION = 2

# Under this key of `flow_slots` live the bot-wide slots; under `kept:NAME` what a flow keeps for its next run.
BOT_SCOPE = "bot"

ByFlow = dict[str, dict[str, Any]]


def kept_scope(flow_name: str) -> str:
    return f"kept:{flow_name}"


def merge(current: Mapping[str, Any] | None, update: Mapping[str, Any] | None) -> dict[str, Any]:
    return {**(current or {}), **(update or {})}


# Among what an update holds of an instance, the sign that nothing of before stays: it was removed and is there again.
REPLACES = "#replaces"


def merge_by_flow(current: ByFlow | None, update: Mapping[str, Mapping[str, Any] | None] | None) -> ByFlow:
    """Merges what each flow instance did; `None` under a flow_id removes it."""
    merged = dict(current or {})
    for flow_id, values in (update or {}).items():
        if values is None:
            merged.pop(flow_id, None)
        elif REPLACES in values:
            merged[flow_id] = {name: value for name, value in values.items() if name != REPLACES}
        else:
            merged[flow_id] = merge(merged.get(flow_id), values)
    return merged


class CallSite(TypedDict):
    """The occasion of a call step that a called flow came from, and a fingerprint of what it was handed."""

    step: str
    path: str
    inputs: str


class FlowContext(TypedDict):
    """A flow instance on the stack, pinned to the version it started with."""

    flow_id: str
    flow_name: str
    version_id: int
    step: str | None
    # The flow_id of the flow that the user started: its own, or that of the flow that has called it, directly or not.
    # Journals are kept until that one ends.
    task: str
    # Only for a flow that another one called: its outputs, and the caller's slots that get them.
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


class Question(TypedDict):
    """State of a flow's open question: it counts as long as the flow stands at this occasion."""

    step: str
    path: str
    asked: int
    refused: int
    # A digest of its text, where it is worded otherwise from the second time on.
    about: NotRequired[str]
    # Digest of what an answer is given for, and the language that it was shown in.
    shown: str
    language: str
    # The answer, as an entry of the journal that is written when it counts: agreed, denied or acknowledged.
    answer: NotRequired[Literal["agreed", "denied", "acknowledged"]]


class Inherited(TypedDict):
    """A page of each instance that is known only from a certain point on: its own, and of flows that it has called."""

    at: str
    turn: int
    pages: dict[str, list[dict[str, Any]]]


class FlowMemory(Whereabouts, total=False):
    """State of a flow instance in the checkpoint, beside its slots. The rest is in its journal."""

    # Finished visits by step: they make the keys of messages.
    visits: dict[str, int]
    question: Question | None
    # The newest turn in which a confirmation was agreed to, of those passed since the flow was last walked.
    agreed_in: int
    # For a flow that was called again: the same of its caller, whose user has agreed to the call.
    agreed_by_caller: int
    # Whether it has done something once and for all, or a flow that it has called.
    done: bool
    # The bot-wide slots as it has last seen them.
    bot_slots: dict[str, Any]
    # A correction stands: the flow is walked before it goes on.
    to_walk: bool
    # Numbers of entries that the walk has not come to: while there are some, turns read the journal.
    unmet: list[int]
    # Steps and paths at which it stood when it was corrected: rounds before them are earlier ones, and until the walk
    # is past them nothing is new.
    reached: list[list[str]]
    # It was called again in an earlier round of its caller's: it says nothing that it has said before.
    quiet: bool
    # Journals that are not in the table, as older code or an author has left them.
    inherited: Inherited | None


class DialogueState(TypedDict, total=False):
    """State of a conversation between two turns. History is not here: it is the Message table."""

    state_version: int
    user_message: str | None
    last_inbound_seq: int
    # The newest seq that the sender of this message had seen.
    seen: int
    # In place of a message: handed_back, session_expired; or stepped_back, started_afresh, when state was lost.
    event: str | None
    pressed: Press | None
    commands: list[dict[str, Any]] | None
    # Maker of the commands: a provider by its name, `option`, `client` or `event`.
    commands_by: str | None
    flow_stack: list[FlowContext]
    flow_slots: Annotated[ByFlow, merge_by_flow]
    flow_memory: Annotated[dict[str, FlowMemory], merge_by_flow]
    _pending_task: PendingTask | None
    handed_off: str | None
    # This turn's flows that have left the stack, by flow_id; and the quick replies it has offered.
    _ended_flows: dict[str, EndedFlow]
    # This turn's entries for journals, by task and flow_id.
    _entries: dict[str, dict[str, list[Any]]]
    _offers: list[Offer]
    turns_without_progress: int


class Signal(TypedDict):
    """Request of a step to the orchestrator: another flow, a person, or the end of its own."""

    type: str
    flow: NotRequired[str]
    inputs: NotRequired[dict[str, Any]]
    returns: NotRequired[dict[str, str]]
    called_at: NotRequired[CallSite]
    queue: NotRequired[str]
    # For an action that has failed: how.
    error_type: NotRequired[str]
    # For a failure: its cause, and whether that text may repeat a value.
    reason: NotRequired[str]
    tells_values: NotRequired[bool]


@dataclass(frozen=True)
class Walked:
    """State of a walk at the step that it has stopped at, because that has something to do."""

    told: Told
    ahead: Given | None = None
    quiet: bool = False
    left_behind: bool = False
    # Whether it has walked from the flow's beginning in this turn.
    from_beginning: bool = False


class FlowState(TypedDict, total=False):
    """State that the steps of one flow see while they run. Not stored."""

    flow_id: str
    step: str | None
    slots: Annotated[dict[str, Any], merge]
    memory: Annotated[FlowMemory, merge]
    # While a journal is being walked: what it tells of the current step. The subgraph ends after that step.
    walked: Walked | None
    _pending_task: PendingTask | None
    _signal: Signal | None
    _entries: tuple[Entry, ...]


def merge_flow_state(state: FlowState, update: Mapping[str, Any]) -> FlowState:
    """The same merge as the subgraph's channels do, for the executor that looks on."""
    merged = {**state, **update}
    for channel in ("slots", "memory"):
        merged[channel] = merge(state.get(channel), update.get(channel))  # type: ignore[arg-type]
    return merged  # type: ignore[return-value]
