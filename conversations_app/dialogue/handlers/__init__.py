"""What each command does. The list is open: a handler more is a command more."""

from conversations_app.dialogue.handlers.affirm import AffirmHandler
from conversations_app.dialogue.handlers.base import CommandHandler, Outcome
from conversations_app.dialogue.handlers.cancel_flow import CancelFlowHandler
from conversations_app.dialogue.handlers.deny import DenyHandler
from conversations_app.dialogue.handlers.out_of_scope import OutOfScopeHandler
from conversations_app.dialogue.handlers.set_slot import SetSlotHandler
from conversations_app.dialogue.handlers.start_flow import StartFlowHandler

DEFAULT_HANDLERS: tuple[CommandHandler, ...] = (
    StartFlowHandler(),
    SetSlotHandler(),
    AffirmHandler(),
    DenyHandler(),
    CancelFlowHandler(),
    OutOfScopeHandler(),
)

__all__ = ["DEFAULT_HANDLERS", "CommandHandler", "Outcome"]
