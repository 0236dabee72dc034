from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from conversations_app.dialogue.flow_manager import FlowDelta
from flows_app.compiler import DialogueState, RuntimeContext


@dataclass(frozen=True)
class Outcome:
    """What a command did: a change of the state, and what to tell the user about it."""

    delta: FlowDelta = field(default_factory=FlowDelta)
    # (what the message is about, its text): the first part goes into the message's key.
    says: tuple[tuple[str, str], ...] = ()


class CommandHandler(ABC):
    """Handles the commands of one type; override `can_handle` to take others too."""

    command_type: ClassVar[str]

    def can_handle(self, command: dict[str, Any]) -> bool:
        return bool(command["type"] == self.command_type)

    @abstractmethod
    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome: ...
