"""Messages get their place in a conversation whose row is locked; where nothing else is said, the caller saves it."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from conversations_app.channels import outgoing
from conversations_app.delivery import row_of
from conversations_app.models import Conversation, Message
from conversations_app.prepared import PreparedInsert, PreparedSave
from conversations_app.turn.leases import Lease, extend_lease, lock_conversation
from conversations_app.webhooks.outbox import tell_messages
from flows_app.engine import OutboundMessage
from flows_app.flow_language import Wording

# The turn of a message that answers none.
NO_TURN = 0

_new_message = PreparedInsert(Message)
_conversation_after_inform = PreparedSave(Conversation, "last_seq", "lease_expires_at", "updated_at")


@transaction.atomic
def store_outbound(lease: Lease, turn_seq: int, message: OutboundMessage) -> Message:
    """An INFORM message, stored while its turn still runs."""
    conversation = lock_conversation(lease)
    stored = append_outbound(conversation, turn_seq, message)
    extend_lease(conversation)
    _conversation_after_inform.save(conversation)
    tell_messages(conversation, [stored])
    return stored


def append_outbound(conversation: Conversation, turn_seq: int, message: OutboundMessage) -> Message:
    row = row_of(message)
    row.turn_seq = turn_seq
    return _append(conversation, row)


def append_by_itself(conversation: Conversation, pattern: str, said: Wording, **more: Any) -> Message:
    """Stores what the bot says outside any turn. The key holds the last seq: a pattern can be said again."""
    key = f"{NO_TURN}:bot:{pattern}:{conversation.last_seq}:0"
    return append_outbound(conversation, NO_TURN, OutboundMessage(key, said.text, plain_parts=said.plain_parts, **more))


def append_reply(conversation: Conversation, row: Message) -> Message:
    """Stores what an agent says to the user, outside any turn."""
    row.turn_seq = NO_TURN
    return _append(conversation, row)


def append_inbound(conversation: Conversation, row: Message) -> Message:
    row.turn_seq = conversation.last_inbound_seq = conversation.last_seq + 1
    return _append(conversation, row)


def _append(conversation: Conversation, row: Message) -> Message:
    """Stores a message, as the only function that does; one for the user is on its way from here on."""
    conversation.last_seq += 1
    row.conversation, row.seq = conversation, conversation.last_seq
    _new_message.insert(row)
    outgoing.take(conversation, row)
    return row


def prompt_of(task: Mapping[str, Any]) -> OutboundMessage | None:
    """The message that asks a pending task's question; None if it was sent already, as an INFORM."""
    if task["type"] == "inform":
        return None
    return OutboundMessage(
        task["key"],
        task["prompt"],
        kind=task["type"],
        slot=task.get("slot", ""),
        options=task.get("options", ()),
        metadata=task.get("metadata", {}),
        sensitive=task.get("sensitive", False),
        plain_parts=task.get("plain_parts"),
        input=task.get("input"),
    )
