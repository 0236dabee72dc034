from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from conversations_app.limits import LEASE
from conversations_app.models import Conversation, Message
from conversations_app.runtime.leases import Lease, lock_conversation
from flows_app.compiler import OutboundMessage


@transaction.atomic
def store_outbound(lease: Lease, turn_seq: int, message: OutboundMessage) -> Message:
    """An INFORM message, stored while its turn still runs."""
    conversation = lock_conversation(lease)
    stored = append_outbound(conversation, turn_seq, message)
    conversation.lease_expires_at = timezone.now() + LEASE
    conversation.save(update_fields=["last_seq", "lease_expires_at", "updated_at"])
    return stored


def append_outbound(
    conversation: Conversation, turn_seq: int, message: OutboundMessage, role: str = Message.Role.BOT
) -> Message:
    """The next message of a conversation whose row is locked; the caller saves the row."""
    conversation.last_seq += 1
    return Message.objects.create(
        conversation=conversation,
        seq=conversation.last_seq,
        role=role,
        kind=message.kind,
        text=message.text,
        slot=message.slot,
        options=list(message.options),
        metadata=dict(message.metadata),
        turn_seq=turn_seq,
        key=message.key,
    )


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
    )
