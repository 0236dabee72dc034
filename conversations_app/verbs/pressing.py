"""A button that a client sends: which message it stood under, and what it says there."""

import json
from dataclasses import dataclass
from typing import Any

from conversations_app.dialogue.presses import as_text
from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.models import Conversation, Message
from conversations_app.verbs.refusals import PostRefused
from flows_app.engine import Press
from flows_app.engine.options import same_value
from flows_app.plain_json import check_storable


@dataclass(frozen=True)
class PressedButton:
    """A press, as the turn will look it up, and what the transcript shows of it."""

    press: Press
    label: str
    # A label may show what the message above it does.
    sensitive: bool


@dataclass(frozen=True)
class Button:
    value: Any
    # The seq of the message that it stands under.
    reply_to: int

    def __post_init__(self) -> None:
        try:
            check_storable(self.value)
        except ValueError as refused:
            raise PostRefused("option_not_storable", f"The option can't be stored: {refused}") from refused
        if len(json.dumps(self.value)) > MESSAGE_LENGTH:
            raise PostRefused("message_too_long", f"The option is longer than {MESSAGE_LENGTH} characters.")

    def pressed_in(self, conversation: Conversation) -> PressedButton:
        """Whether it is still on offer, the turn finds."""
        message = conversation.messages.filter(seq=self.reply_to, role=Message.Role.BOT).first()
        if message is None:
            raise PostRefused("reply_to_unknown", "“reply_to” is not the seq of a message of the bot.")
        press: Press = {"key": message.key, "value": self.value}
        return PressedButton(press, self._label(message), message.sensitive)

    def _label(self, message: Message) -> str:
        labels = (option["label"] for option in message.options if same_value(option["value"], self.value))
        return next(labels, as_text(self.value))


def button(option: Any, reply_to: int | None) -> Button | None:
    """Gives the button that a client pressed, if any; refuses a value or a message without the other."""
    if option is None and reply_to is None:
        return None
    if option is None or reply_to is None:
        raise PostRefused("option_incomplete", "“option” and “reply_to” go together.")
    return Button(option, reply_to)
