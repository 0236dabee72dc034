from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from conversations_app.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.webhooks.enqueueing import enqueue_delivering


@transaction.atomic
def fan_out(event_ids: Iterable[UUID]) -> None:
    """Makes each event's deliveries, once. Safe to repeat: what is fanned out already is left alone."""
    waiting = WebhookEvent.objects.select_for_update().filter(pk__in=event_ids, fanned_out=False)
    events = list(waiting.order_by("pk"))  # two at a time lock in the same order
    deliveries = _deliveries(events)
    WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    WebhookEvent.objects.filter(pk__in=[event.pk for event in events]).update(fanned_out=True)
    for endpoint_id in dict.fromkeys(delivery.endpoint_id for delivery in deliveries):
        _deliver_on_commit(endpoint_id)


def _deliver_on_commit(endpoint_id: UUID) -> None:
    transaction.on_commit(lambda: enqueue_delivering(endpoint_id))


def _deliveries(events: Sequence[WebhookEvent]) -> list[WebhookDelivery]:
    listening: dict[int, list[WebhookEndpoint]] = defaultdict(list)
    # Locked, so that none is deleted or switched off in between; not against each other.
    bots = {event.bot_id for event in events}
    for endpoint in WebhookEndpoint.objects.select_for_update(no_key=True).filter(bot__in=bots, active=True):
        listening[endpoint.bot_id].append(endpoint)
    return [
        WebhookDelivery(event=event, endpoint=endpoint, next_attempt_at=Now())
        for event in sorted(events, key=lambda event: event.created_at)
        for endpoint in listening[event.bot_id]
        if endpoint.wants(event)
    ]
