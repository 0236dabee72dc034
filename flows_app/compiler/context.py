"""What nodes depend on, handed to them by LangGraph as `runtime.context`. Nothing is global."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from flows_app.compiler.registry import SubgraphRegistry
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
class RuntimeContext:
    """The dependencies of one turn. Frozen: nodes read it, and change only the state."""

    conversation_id: str
    now: datetime
    language: str
    flow_manager: Any
    subgraph_registry: SubgraphRegistry
    flow_catalogue: FlowCatalogue
    message_sink: MessageSink
    nlu_provider: NLUProvider
    turn_record: TurnRecord
    command_handlers: tuple[Any, ...]
