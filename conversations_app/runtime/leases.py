"""One worker at a time works on a conversation. The token is checked under the row's lock whenever it writes."""

import uuid
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from conversations_app.limits import LEASE
from conversations_app.models import Conversation


class LeaseLost(Exception):
    """The lease ran out and another worker has taken over: this one must not write any more."""


@dataclass(frozen=True)
class Lease:
    conversation_id: UUID
    token: UUID


def acquire(conversation_id: UUID) -> Lease | None:
    lease = Lease(conversation_id, uuid.uuid4())
    now = timezone.now()
    free = Q(lease_expires_at=None) | Q(lease_expires_at__lt=now)
    taken = Conversation.objects.filter(free, pk=conversation_id).update(
        lease_token=lease.token, lease_expires_at=now + LEASE
    )
    return lease if taken else None


def lock_conversation(lease: Lease) -> Conversation:
    """The conversation's row, locked until the transaction ends, if the lease still holds."""
    conversation = Conversation.objects.select_for_update().get(pk=lease.conversation_id)
    if conversation.lease_token != lease.token:
        raise LeaseLost(f"Conversation {lease.conversation_id} has been taken over by another worker.")
    return conversation


@transaction.atomic
def release_if_idle(lease: Lease) -> bool:
    """Lets go, unless a message has come in: its own task found the lease taken and left the message to us."""
    conversation = lock_conversation(lease)
    if conversation.has_unprocessed_messages:
        return False
    conversation.lease_token = conversation.lease_expires_at = None
    conversation.save(update_fields=["lease_token", "lease_expires_at"])
    return True
