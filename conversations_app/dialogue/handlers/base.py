from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel

from conversations_app.dialogue.deltas import FlowDelta
from conversations_app.dialogue.patterns import pattern_wording
from flows_app.compiler import DialogueState, RuntimeContext
from flows_app.language import Wording


@dataclass(frozen=True)
class Saying:
    """Something to tell the user. What it is about goes into the message's key."""

    about: str
    text: str
    sensitive: bool = False
    # Quick replies, as clients see them, each with its command.
    options: tuple[dict[str, Any], ...] = ()
    # Where its Markdown has values, as in a Wording; None: it is plain.
    plain_parts: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def of(cls, about: str, wording: Wording, **more: Any) -> "Saying":
        return cls(about, wording.text, plain_parts=wording.plain_parts, **more)


@dataclass(frozen=True)
class Outcome:
    """What a command did: a change of the state, and what to tell the user about it."""

    delta: FlowDelta = field(default_factory=FlowDelta)
    says: tuple[Saying, ...] = ()
    # The queue of the people who take over; None if nobody does.
    handed_off: str | None = None
    # It spoke of something that is not there: as if nothing had been said.
    ignored: bool = False
    # Slots of a flow that was asked for and did not start: values that follow were meant for that one.
    homeless_slots: frozenset[str] = frozenset()


class CommandHandler(ABC):
    """Handles the commands of one type; override `can_handle` to take others too."""

    command_type: ClassVar[str]
    # How a command of a project looks, for those who send one over the API.
    command_model: ClassVar[type[BaseModel] | None] = None
    # It gives, changes or takes back a value.
    touches_slots: ClassVar[bool] = False
    # It is a plain “yes” or “no”.
    answers: ClassVar[bool] = False
    # It leads past the open question without a yes or no.
    passes_question: ClassVar[bool] = False
    # Who says this has not answered the question, whatever else the message holds.
    leaves_question_open: ClassVar[bool] = False
    # It turns to something else: what was answered before it is acted on first.
    turns_away: ClassVar[bool] = False

    def can_handle(self, command: Mapping[str, Any]) -> bool:
        return bool(command["type"] == self.command_type)

    @abstractmethod
    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome: ...


def pattern(context: RuntimeContext, name: str, **values: Any) -> Saying:
    return Saying.of(name, pattern_wording(context.settings, context.language, name, context.conversation_id, **values))
