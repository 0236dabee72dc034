"""Events of a conversation, which stand in place of a text. A turn follows, as on a message."""

from enum import StrEnum

from conversations_app.dialogue.patterns import pattern_text
from conversations_app.models import Conversation, Message
from conversations_app.turn.storing import append_inbound

# Nobody who could answer a question.
_SENDER = "event"


class Event(StrEnum):
    """Each is also the name of the pattern that tells it."""

    HANDED_BACK = "handed_back"
    SESSION_EXPIRED = "session_expired"


def append_event(conversation: Conversation, event: Event) -> Message:
    """Appends an event, on a locked row that the caller saves."""
    occasion = f"{conversation.pk}:{conversation.last_seq}"
    text = pattern_text(conversation.bot.read_settings(), conversation.language, event, occasion)
    return append_inbound(conversation, Message(role=Message.Role.SYSTEM, text=text, event=event, sender=_SENDER))
