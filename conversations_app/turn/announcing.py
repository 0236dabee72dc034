from collections.abc import Sequence
from typing import Any

from django.db import transaction

from conversations_app.delivery import message_frame, push_later, status_frame
from conversations_app.models import Conversation, Message
from conversations_app.turn.enqueueing import enqueue_turn


def announce_inbound(conversation: Conversation, messages: Sequence[Message], *, enqueue: bool = True) -> None:
    """Once they are committed: clients see them, and a worker is asked for their turns."""
    _push_on_commit(conversation, [*map(message_frame, messages)])
    if enqueue:
        transaction.on_commit(lambda: enqueue_turn(conversation.pk, conversation.bot_id))


def announce_said(conversation: Conversation, messages: Sequence[Message]) -> None:
    """Once they are committed: clients see what nobody has to answer."""
    _push_on_commit(conversation, [*map(message_frame, messages)])


def announce_status(conversation: Conversation, messages: Sequence[Message]) -> None:
    """Once it is committed: clients see where the conversation stands, though no turn has ended."""
    _push_on_commit(conversation, [*map(message_frame, messages), status_frame(conversation)])


def _push_on_commit(conversation: Conversation, frames: Sequence[dict[str, Any]]) -> None:
    transaction.on_commit(lambda: push_later(conversation.pk, frames))
