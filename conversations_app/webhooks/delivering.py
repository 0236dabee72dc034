"""Work of a task: take an endpoint, send what is due to it, let go.

Sending is waiting, so it holds neither a thread nor a connection: a receiver that takes its time costs the others
nothing. A worker that dies in the middle leaves a lease that runs out; the sweeper goes on, and what had arrived comes
once more, with the same id.
"""

import asyncio
import logging
from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import sender_leases
from conversations_app.limits import WEBHOOK_BATCH, WEBHOOK_LEASE
from conversations_app.models import WebhookDelivery, WebhookEndpoint
from conversations_app.webhooks.enqueueing import enqueue_delivering
from conversations_app.webhooks.recording import record_outcome
from conversations_app.webhooks.sending import send

logger = logging.getLogger(__name__)


async def deliver(endpoint_id: UUID) -> None:
    """Sends one batch. If it went well and there is more, another task goes on: endpoints take turns."""
    try:
        if await _sent_all(endpoint_id) and await in_orm_thread(_has_due, endpoint_id):
            enqueue_delivering(endpoint_id)
    except Exception:  # nobody waits for it: the sweeper asks again
        logger.exception("Webhook endpoint %s: its deliveries could not be sent.", endpoint_id)


async def _sent_all(endpoint_id: UUID) -> bool:
    """Sends what is due; tells whether all of it has arrived. No if another worker has the lease."""
    endpoint = WebhookEndpoint.objects.filter(pk=endpoint_id)
    lease = await in_orm_thread(sender_leases.take, endpoint, WEBHOOK_LEASE)
    if lease is None:
        return False
    try:
        due = await in_orm_thread(_due, endpoint_id)
        # All of them end, even if what came of one can't be stored: nobody sends after the lease.
        ended = await asyncio.gather(*map(_send_and_record, due), return_exceptions=True)
    finally:
        await in_orm_thread(sender_leases.let_go, endpoint, lease)
    for failed in (one for one in ended if isinstance(one, BaseException)):
        raise failed
    return all(ended)


async def deliver_now(delivery_id: int) -> None:
    """Sends one delivery for a caller that waits for the outcome. Takes no lease: one more request does no harm."""
    delivery = await in_orm_thread(_with_all, delivery_id)
    if delivery is not None:
        await _send_and_record(delivery)


async def _send_and_record(delivery: WebhookDelivery) -> bool:
    outcome = await send(delivery)
    await in_orm_thread(record_outcome, delivery.pk, outcome)
    return outcome.delivered


def _due(endpoint_id: UUID) -> Sequence[WebhookDelivery]:
    due = _all_due(endpoint_id).select_related("event", "endpoint").order_by("next_attempt_at", "pk")
    batch = list(due[:WEBHOOK_BATCH])
    return batch[:1] if batch and batch[0].endpoint.failing_since is not None else batch


def _has_due(endpoint_id: UUID) -> bool:
    return _all_due(endpoint_id).exists()


def _all_due(endpoint_id: UUID) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.filter(endpoint=endpoint_id, next_attempt_at__lte=Now())


def _with_all(delivery_id: int) -> WebhookDelivery | None:
    return WebhookDelivery.objects.select_related("event", "endpoint").filter(pk=delivery_id).first()
