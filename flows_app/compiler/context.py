"""What nodes depend on, handed to them by LangGraph as `runtime.context`. Nothing is global."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from flows_app.compiler.state import DialogueState

Commands = list[dict[str, Any]]


@dataclass(frozen=True)
class OutboundMessage:
    """A message to the user. Its key is the same when a turn is repeated, so that it is stored once."""

    key: str
    text: str
    kind: Literal["text", "inform", "collect", "confirm"] = "inform"
    slot: str = ""
    options: Sequence[Mapping[str, Any]] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


class MessageSink(Protocol):
    """Where INFORM messages go, at once."""

    async def send(self, message: OutboundMessage) -> None: ...


@dataclass(frozen=True)
class Understanding:
    """What a provider made of a message."""

    commands: Commands
    provider: str
    trace: Mapping[str, Any] = field(default_factory=dict)


class NLUProvider(Protocol):
    """Turns a message, in its dialogue context, into commands."""

    async def understand(self, state: DialogueState) -> Understanding: ...


class TurnRecord(Protocol):
    """The turn's memory outside the graph: a repeated turn reuses the commands it understood the first time."""

    @property
    def commands(self) -> Commands | None: ...

    async def save(self, understanding: Understanding) -> None: ...


class FlowCatalogue(Protocol):
    """The flows on offer."""

    async def current_version_id(self, flow_name: str) -> int | None: ...


@dataclass(frozen=True)
class ActionCall:
    """A step's wish to run an action. `place` (flow instance, step, visit) is the same when the turn is repeated."""

    name: str
    # By expression; inputs that are left out take the slot of the same name.
    inputs: Mapping[str, Any]
    slots: Mapping[str, Any]
    timeout: float
    retries: int
    place: str


@dataclass(frozen=True)
class ActionOutcome:
    result: Mapping[str, Any] = field(default_factory=dict)
    # Empty if it went well; `unknown` if it may or may not have taken effect.
    error_type: str = ""
    error: str = ""


class ActionRunner(Protocol):
    """Runs actions of plugins and HTTP actions. It never raises: a failure is an outcome."""

    async def run(self, call: ActionCall) -> ActionOutcome: ...


class TextGenerator(Protocol):
    """A language model that writes; None if there is none, or it failed."""

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None: ...


@dataclass(frozen=True)
class RuntimeContext:
    """The dependencies of one turn. Frozen: nodes read it, and change only the state."""

    conversation_id: str
    now: datetime
    language: str
    flow_manager: Any
    subgraph_registry: Any
    flow_catalogue: FlowCatalogue
    message_sink: MessageSink
    nlu_provider: NLUProvider
    turn_record: TurnRecord
    command_handlers: tuple[Any, ...]
    actions: ActionRunner
    text_generator: TextGenerator
    # The seq of the message that asks the open question: an answer must be younger.
    prompt_seq: int | None = None
