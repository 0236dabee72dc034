"""One worker at a time works on a conversation. The token is checked under the row's lock whenever it writes."""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import LEASE, LEASE_RENEWAL
from conversations_app.models import Conversation
from conversations_app.prepared import Given, PreparedUpdate
from conversations_app.turn.locking import lock_with_bot

logger = logging.getLogger(__name__)


class LeaseLost(Exception):
    """Another worker has taken over, or the conversation is gone: this worker must not write any more."""


@dataclass(frozen=True)
class Lease:
    conversation_id: UUID
    token: UUID


# Leases begin and end by the database's clock: those of two workers may differ by more than a lease lasts.
_acquire = PreparedUpdate(
    lambda: Conversation.objects.filter(
        Q(lease_expires_at=None) | Q(lease_expires_at__lt=Now()), pk=Given(Conversation, "id")
    ),
    lease_token=Given(Conversation, "lease_token"),
    lease_expires_at=Now() + LEASE,
    deliveries=F("deliveries") + 1,
)


def acquire(conversation_id: UUID) -> Lease | None:
    lease = Lease(conversation_id, uuid.uuid4())
    return lease if _acquire.run(id=conversation_id, lease_token=lease.token) else None


def lock_conversation(lease: Lease) -> Conversation:
    """The conversation's row, locked until the transaction ends, if the lease still holds."""
    conversation = lock_with_bot(lease.conversation_id)
    if conversation is None:
        raise LeaseLost(f"Conversation {lease.conversation_id} has been erased.")
    if conversation.lease_token != lease.token:
        raise LeaseLost(f"Conversation {lease.conversation_id} has been taken over by another worker.")
    return conversation


@transaction.atomic
def release_if_idle(lease: Lease) -> bool:
    """Lets go, unless a message has come in: its own task found the lease taken and left the message to us."""
    conversation = lock_conversation(lease)
    if conversation.has_unprocessed_messages:
        return False
    let_go(conversation)
    conversation.save(update_fields=["lease_token", "lease_expires_at", "deliveries"])
    return True


@transaction.atomic
def give_back(lease: Lease) -> None:
    """Lets go though messages wait, for others to take."""
    conversation = lock_conversation(lease)
    let_go(conversation)
    # The sweeper begins with those that have waited longest: this one goes to the end.
    conversation.save(update_fields=["lease_token", "lease_expires_at", "deliveries", "updated_at"])


def let_go(conversation: Conversation) -> None:
    """On a locked row, which the caller saves."""
    conversation.lease_token = conversation.lease_expires_at = None
    conversation.deliveries = 0


def extend_lease(conversation: Conversation) -> None:
    """On a locked row, which the caller saves."""
    conversation.lease_expires_at = conversation.locked_at + LEASE


def renew(lease: Lease) -> bool:
    held = Conversation.objects.filter(pk=lease.conversation_id, lease_token=lease.token)
    return bool(held.update(lease_expires_at=Now() + LEASE))


@asynccontextmanager
async def renewed(lease: Lease) -> AsyncIterator[None]:
    """Keeps the lease while a long turn runs."""

    async def renew_now_and_then() -> None:
        while True:
            await asyncio.sleep(LEASE_RENEWAL.total_seconds())
            try:
                held = await in_orm_thread(renew, lease)
            except DatabaseFault:
                logger.warning("Conversation %s: its lease could not be renewed.", lease.conversation_id)
                continue  # the database may be back before the lease runs out
            if not held:
                return  # taken over: whatever this turn still writes is refused

    renewing = asyncio.create_task(renew_now_and_then())
    try:
        yield
    finally:
        renewing.cancel()
