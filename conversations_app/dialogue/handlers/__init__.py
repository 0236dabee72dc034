"""Handlers of commands. The list is open: one more handler is one more command."""

from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from conversations_app.dialogue.handlers.affirm import AffirmHandler
from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, Saying
from conversations_app.dialogue.handlers.cancel_flow import CancelFlowHandler
from conversations_app.dialogue.handlers.clarify import ClarifyHandler
from conversations_app.dialogue.handlers.clear_slot import ClearSlotHandler
from conversations_app.dialogue.handlers.correct_slot import CorrectSlotHandler
from conversations_app.dialogue.handlers.deny import DenyHandler
from conversations_app.dialogue.handlers.handoff import HandoffHandler
from conversations_app.dialogue.handlers.jump_to import JumpToHandler
from conversations_app.dialogue.handlers.no_longer_offered import NoLongerOfferedHandler
from conversations_app.dialogue.handlers.set_slot import SetSlotHandler
from conversations_app.dialogue.handlers.small_talk import ChitchatHandler, OutOfScopeHandler
from conversations_app.dialogue.handlers.start_flow import StartFlowHandler
from flows_app.flow_language.commands import CommandModel

DEFAULT_HANDLERS: tuple[CommandHandler, ...] = (
    StartFlowHandler(),
    SetSlotHandler(),
    CorrectSlotHandler(),
    ClearSlotHandler(),
    CancelFlowHandler(),
    AffirmHandler(),
    DenyHandler(),
    ClarifyHandler(),
    ChitchatHandler(),
    HandoffHandler(),
    OutOfScopeHandler(),
    JumpToHandler(),
    NoLongerOfferedHandler(),
)

__all__ = ["DEFAULT_HANDLERS", "CommandHandler", "Outcome", "Saying", "command_handlers"]


@cache
def project_handlers(paths: tuple[str, ...]) -> tuple[CommandHandler, ...]:
    made = []
    for path in paths:
        handler = import_string(path)
        if not (isinstance(handler, type) and issubclass(handler, CommandHandler)):
            raise ImproperlyConfigured(f"SONI_COMMAND_HANDLERS: “{path}” is no CommandHandler.")
        if handler.command_model and not issubclass(handler.command_model, CommandModel):
            raise ImproperlyConfigured(f"SONI_COMMAND_HANDLERS: the model of “{path}” is no CommandModel.")
        made.append(handler())
    return tuple(made)


def command_handlers() -> tuple[CommandHandler, ...]:
    """The project's own first: they may also take the place of ours."""
    return (*project_handlers(tuple(settings.SONI_COMMAND_HANDLERS)), *DEFAULT_HANDLERS)
