"""Deletes events with all that was sent of them.

Rows are locked first, in one order: code that sends or fans out at this moment is waited for, and leaves no row without
its event.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from conversations_app.limits import RETENTION_BATCH, WEBHOOK_RETENTION
from conversations_app.models import WebhookAttempt, WebhookDelivery, WebhookEvent


def forget_conversation(conversation_id: UUID) -> None:
    """In the transaction that erases it."""
    _forget(WebhookEvent.objects.filter(conversation=conversation_id))


@transaction.atomic
def delete_outlived_events() -> None:
    """A batch at a time."""
    outlived = WebhookEvent.objects.filter(created_at__lt=timezone.now() - WEBHOOK_RETENTION)
    oldest = list(outlived.order_by("created_at").values_list("pk", flat=True)[:RETENTION_BATCH])
    if oldest:
        _forget(WebhookEvent.objects.filter(pk__in=oldest))


def forget_deliveries(deliveries: QuerySet[WebhookDelivery]) -> None:
    locked = list(deliveries.select_for_update().order_by("pk").values_list("pk", flat=True))
    if locked:
        WebhookAttempt.objects.filter(delivery__in=locked).delete()
        WebhookDelivery.objects.filter(pk__in=locked).delete()


def _forget(events: QuerySet[WebhookEvent]) -> None:
    locked = list(events.select_for_update().order_by("pk").values_list("pk", flat=True))
    if locked:
        forget_deliveries(WebhookDelivery.objects.filter(event__in=locked))
        WebhookEvent.objects.filter(pk__in=locked).delete()
