from conversations_app.dialogue.handlers.set_slot import SetSlotHandler


class CorrectSlotHandler(SetSlotHandler):
    """Changes a value that was given before, at any step, also one of a flow that is interrupted."""

    command_type = "correct_slot"
    corrects = True
