from collections.abc import Sequence

from django.db import transaction

from conversations_app.channels import outgoing
from conversations_app.models import Conversation, Message
from conversations_app.turn.enqueueing import enqueue_turn


def announce_inbound(conversation: Conversation, messages: Sequence[Message], *, enqueue: bool = True) -> None:
    """Once they are committed: clients see them, and a worker is asked for their turns."""
    outgoing.show_on_commit(conversation, messages)
    if enqueue:
        transaction.on_commit(lambda: enqueue_turn(conversation.pk, conversation.bot_id))
