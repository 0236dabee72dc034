"""Input and output of a provider of understanding."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from flows_app.flow_language import SlotDefinition

Commands = list[dict[str, Any]]


@dataclass(frozen=True)
class Understanding:
    """Result of understanding a message."""

    commands: Commands
    provider: str
    # How it came to that, in plain JSON: for the console, never for the dialogue.
    trace: Mapping[str, Any] = field(default_factory=dict)
    # The one that the turn answers in.
    language: str = ""


@dataclass(frozen=True)
class FlowOnOffer:
    """A flow that can be started."""

    name: str
    description: str = ""
    triggers: tuple[str, ...] = ()
    # Those that are the user's to fill.
    slots: tuple[SlotDefinition, ...] = ()


FlowsOnOffer = Mapping[str, FlowOnOffer]


@dataclass(frozen=True)
class FlowUnderWay:
    """A flow on the stack, with the slots that are the user's to fill and what they hold by now."""

    name: str
    description: str
    slots: Mapping[str, SlotDefinition]
    values: Mapping[str, Any]


@dataclass(frozen=True)
class OpenQuestion:
    """The question that the bot waits at: for a value, a yes or no, or that something was read."""

    type: Literal["collect", "confirm", "inform"]
    prompt: str
    # Only for a `collect`.
    slot: SlotDefinition | None = None
    # Quick replies, each with its `label` and `value`.
    options: Sequence[Mapping[str, Any]] = ()
    # Whether its prompt or its options show the value of a sensitive slot.
    shows_a_secret: bool = False


@dataclass(frozen=True)
class Said:
    """A message of the conversation so far."""

    # user, bot or agent
    role: str
    text: str


async def _no_flows() -> FlowsOnOffer:
    return {}


async def _nothing_said() -> Sequence[Said]:
    return ()


@dataclass(frozen=True)
class DialogueContext:
    """Where the conversation stands when a message comes in."""

    # The conversation's up to now: the open question is asked in it.
    language: str
    now: datetime
    # From the bottom of the stack to the flow that is being talked about.
    stack: tuple[FlowUnderWay, ...] = ()
    question: OpenQuestion | None = None
    # Quick replies that the last turn has offered beside it, each with its `label`, `value` and `command`.
    offers: Sequence[Mapping[str, Any]] = ()
    # Looked up only by those who want them: each costs the database something.
    flows: Callable[[], Awaitable[FlowsOnOffer]] = _no_flows
    # The last ten messages, oldest first, secrets masked; the message itself is not among them.
    history: Callable[[], Awaitable[Sequence[Said]]] = _nothing_said
    # In which the message is written, where that is another language than the conversation's.
    said_in: str = ""

    @property
    def read_in(self) -> str:
        """The language whose grammar the message is read with."""
        return self.said_in or self.language

    @property
    def active(self) -> FlowUnderWay | None:
        return self.stack[-1] if self.stack else None


class NLUProvider(Protocol):
    """Turns a message, in its dialogue context, into commands."""

    async def understand(self, message: str, context: DialogueContext) -> Understanding: ...
