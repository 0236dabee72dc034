"""Messages are their own outbox: the address of their chat notes, in their transaction, that one is to be sent."""

from uuid import UUID

from django.db import transaction
from django.db.models.functions import Coalesce, Now

from conversations_app.concurrency.enqueueing import enqueue
from conversations_app.models import ChannelAddress


def note_due(conversation_id: UUID) -> None:
    """Changes the row even if something is due already: a worker that is about to find nothing more waits for us.

    A pause after a failure stays.
    """
    address = ChannelAddress.objects.filter(pk=conversation_id)
    address.update(next_attempt_at=Coalesce("next_attempt_at", Now()))
    transaction.on_commit(lambda: enqueue_sending(conversation_id))


def retry_now(conversation_id: UUID) -> None:
    """Ends a pause and resets the failures: called when the provider is heard from, so it is reachable."""
    waiting = ChannelAddress.objects.filter(pk=conversation_id, next_attempt_at__gt=Now())
    if waiting.update(next_attempt_at=Now(), failures=0):
        transaction.on_commit(lambda: enqueue_sending(conversation_id))


def enqueue_sending(conversation_id: UUID) -> None:
    enqueue("conversations_app.tasks.send_to_provider", str(conversation_id))
