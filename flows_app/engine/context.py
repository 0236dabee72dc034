"""Dependencies of nodes, handed to them by LangGraph as `runtime.context`. Nothing is global."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from flows_app.engine.fingerprints import Fingerprint
from flows_app.engine.journal import Entry
from flows_app.engine.occasions import Occasion
from flows_app.engine.operations import CommandHandling, CompiledFlows, FlowOperations
from flows_app.engine.understanding import Commands, FlowsOnOffer, NLUProvider, Said, Understanding
from flows_app.flow_language import BotSettings


@dataclass(frozen=True)
class OutboundMessage:
    """A message to the user. Its key is the same when a turn is repeated, so that it is stored once."""

    key: str
    text: str
    kind: Literal["text", "inform", "collect", "confirm"] = "inform"
    slot: str = ""
    options: Sequence[Mapping[str, Any]] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    # Whether it shows the value of a sensitive slot.
    sensitive: bool = False
    # Where its Markdown has values, as in a Wording; None: it is plain.
    plain_parts: Sequence[Sequence[int]] | None = None
    # How an answer can be entered, if it asks for a slot.
    input: Mapping[str, Any] | None = None
    # Whether its flow goes on only when the user has acknowledged it.
    wait_for_ack: bool = False


class MessageSink(Protocol):
    """Where INFORM messages go, at once."""

    async def send(self, message: OutboundMessage) -> None: ...


class TurnRecord(Protocol):
    """The turn's memory outside the graph: a repeated turn reuses the commands it understood the first time."""

    @property
    def commands(self) -> Commands | None: ...

    @property
    def provider(self) -> str:
        """Maker of the commands."""
        ...

    async def save(self, understanding: Understanding) -> None: ...


class FlowCatalogue(Protocol):
    """The flows on offer."""

    async def current_version_id(self, flow_name: str) -> int | None: ...

    async def on_offer(self) -> FlowsOnOffer:
        """All that can be started, by name."""
        ...


class History(Protocol):
    """Messages from before this turn."""

    async def last(self, count: int) -> Sequence[Said]:
        """Oldest first, without the message that is being answered; what is secret is masked."""
        ...


@dataclass(frozen=True)
class Receipt:
    """Record of something that was begun on an occasion."""

    # Hash of its inputs: a different one is a new execution.
    inputs_hash: str
    # Handed to the action, so that the system behind it can tell a repetition.
    key: str
    # None while it runs, and for ever if it was killed.
    outcome: Mapping[str, Any] | None = None
    # Whether it was begun in a turn that failed for good: what is wanted now is wanted again.
    left: bool = False
    # The turn that it was begun in.
    turn: int = 0


@dataclass(frozen=True)
class PastDeed:
    """A receipt as a walk of the journal finds it."""

    flow_id: str
    step: str
    # None if older code wrote it, which counted visits.
    path: str | None
    visit: int
    receipt: Receipt
    # Whether it is done once and for all.
    once: bool
    # The inputs that the action took, by name; None if older code wrote it.
    arguments: tuple[str, ...] | None

    @property
    def stands(self) -> bool:
        """Whether it may have taken effect, and can't be undone."""
        return self.once and (self.receipt.outcome or {}).get("error_type") != "failed"


class Receipts(Protocol):
    """Records of what was done, kept outside the graph: they hold even if the turn is repeated."""

    async def begin(
        self, occasion: Occasion, inputs: Fingerprint, key: str, action: "PreparedAction | None" = None
    ) -> Receipt | None:
        """Notes that something is about to be done: an action, or a text that is to be written.

        If the occasion has a receipt already, gives it, and notes nothing. If it has none, but a turn that failed has
        left one of the same action with the same inputs, that becomes the occasion's.
        """
        ...

    async def begin_again(self, occasion: Occasion, inputs: Fingerprint, key: str) -> None:
        """Replaces the receipt of the occasion by one of a deed that is about to be done."""
        ...

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None: ...

    async def of_flows(self, flow_ids: Collection[str]) -> Sequence[PastDeed]:
        """All that these instances have begun."""
        ...


class Journals(Protocol):
    """Journals of flow instances from earlier turns."""

    async def read(self, task: str) -> Mapping[str, Sequence[Entry]]:
        """Gives the entries of a task's instances by flow_id, oldest first; ended instances included."""
        ...


@dataclass(frozen=True)
class ActionCall:
    """A step's wish to run an action."""

    name: str
    # By expression; inputs that are left out take the slot of the same name.
    inputs: Mapping[str, Any]
    slots: Mapping[str, Any]
    # The keys of the result that the step wants.
    outputs: tuple[str, ...]
    timeout: float
    retries: int
    # Language of the turn, for texts that the action writes itself.
    language: str

    def arguments(self, names: Iterable[str]) -> dict[str, Any]:
        """Gives the inputs of an action that takes these names: by expression, or else the slot of the same name."""
        return {name: self.inputs[name] if name in self.inputs else self.slots.get(name) for name in names}

    def slots_taken(self, names: Iterable[str]) -> tuple[str, ...]:
        """Gives those of the slots that no input of the step names."""
        return tuple(name for name in names if name not in self.inputs)


@dataclass(frozen=True)
class ActionOutcome:
    # Only what the step wants, and a message; plain JSON.
    result: Mapping[str, Any] = field(default_factory=dict)
    # Empty if it went well; `unknown` if it may or may not have taken effect.
    error_type: str = ""
    error: str = ""


@dataclass(frozen=True)
class PreparedAction:
    """An action that was found, with its arguments, before anything has happened."""

    name: str
    arguments: Mapping[str, Any]
    # Slots that it takes though no input names them.
    slots_taken: tuple[str, ...]
    idempotent: bool
    # Runs it with this idempotency key. Never raises: a failure is an outcome.
    run: Callable[[str], Awaitable[ActionOutcome]]


class ActionRunner(Protocol):
    """Finds actions of plugins and HTTP actions."""

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        """An outcome if there is nothing to run: it tells why."""
        ...


class TextGenerator(Protocol):
    """A language model that writes; None if there is none, or it failed."""

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None: ...


@dataclass(frozen=True)
class RuntimeContext:
    """The dependencies of one turn. Frozen: nodes read it, and change only the state."""

    conversation_id: str
    # The seq of the message that it answers, and its time: the same when it is repeated.
    turn: int
    now: datetime
    # In which the turn answers.
    language: str
    flow_manager: FlowOperations
    subgraph_registry: CompiledFlows
    flow_catalogue: FlowCatalogue
    message_sink: MessageSink
    nlu_provider: NLUProvider
    history: History
    turn_record: TurnRecord
    command_handlers: Sequence[CommandHandling]
    actions: ActionRunner
    text_generator: TextGenerator
    receipts: Receipts
    journals: Journals
    settings: BotSettings
    # Started when nothing is understood and nothing runs.
    default_flow: str | None = None
    # The seq of the message that asks the open question: a yes counts only from who has seen it.
    prompt_seq: int | None = None
    # In which the open question was asked, and in which the message is written; empty: in the same.
    asked_in: str = ""
    said_in: str = ""
