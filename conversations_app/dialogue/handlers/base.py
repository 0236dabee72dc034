from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from conversations_app.dialogue.patterns import pattern_wording
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.engine.outcomes import Outcome, Saying
from flows_app.flow_language.commands import CommandModel, type_of

__all__ = ["CommandHandler", "Outcome", "Saying", "pattern"]


class CommandHandler(ABC):
    """Handles the commands of one type; override `can_handle` to take others too."""

    # The definition of its command.
    command_model: ClassVar[type[CommandModel] | None] = None
    # The definition's; said by those that have none.
    command_type: ClassVar[str]
    # It gives, changes or takes back a value.
    touches_slots: ClassVar[bool] = False
    # It is a plain “yes” or “no”.
    answers: ClassVar[bool] = False
    # It leads past the open question without a yes or no.
    passes_question: ClassVar[bool] = False
    # The question is not answered by a message with this command, whatever else it holds.
    leaves_question_open: ClassVar[bool] = False
    # It turns to something else: what was answered before it is acted on first.
    turns_away: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.command_model and "command_type" not in vars(cls):
            cls.command_type = type_of(cls.command_model)

    def can_handle(self, command: Mapping[str, Any]) -> bool:
        return bool(command["type"] == self.command_type)

    @abstractmethod
    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome: ...


def pattern(context: RuntimeContext, name: str, **values: Any) -> Saying:
    return Saying.of(name, pattern_wording(context.settings, context.language, name, context.conversation_id, **values))
