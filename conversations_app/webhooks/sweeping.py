from uuid import UUID

from django.db.models.functions import Now

from conversations_app.delivery import sender_leases
from conversations_app.limits import SWEEP_BATCH, WEBHOOK_PATIENCE
from conversations_app.models import WebhookEndpoint, WebhookEvent
from conversations_app.webhooks.enqueueing import enqueue_delivering
from conversations_app.webhooks.fanning_out import fan_out


def sweep_webhooks() -> list[UUID]:
    """Events whose task was lost are fanned out; endpoints that something is due for, retries too, are enqueued."""
    if forgotten := _forgotten():
        fan_out(forgotten)
    due = WebhookEndpoint.objects.filter(sender_leases.FREE, deliveries__next_attempt_at__lte=Now())
    found = list(due.order_by().distinct().values_list("pk", flat=True)[:SWEEP_BATCH])
    for endpoint_id in found:
        enqueue_delivering(endpoint_id)
    return found


def _forgotten() -> list[UUID]:
    waiting = WebhookEvent.objects.filter(fanned_out=False, created_at__lt=Now() - WEBHOOK_PATIENCE)
    return list(waiting.order_by("created_at").values_list("pk", flat=True)[:SWEEP_BATCH])
