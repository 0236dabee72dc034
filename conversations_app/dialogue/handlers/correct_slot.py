from conversations_app.dialogue.handlers.set_slot import SetSlotHandler
from flows_app.flow_language.commands import CorrectSlot


class CorrectSlotHandler(SetSlotHandler):
    """Changes a value that was given before, at any step, also one of a flow that is interrupted."""

    command_model = CorrectSlot
    corrects = True
