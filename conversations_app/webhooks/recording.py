"""Records the result of an attempt: the log, when to try again, and what it says about the endpoint."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from conversations_app.delivery.pauses import pause_after
from conversations_app.limits import WEBHOOK_FAILING, WEBHOOK_PAUSES
from conversations_app.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.webhooks.endpoints import disable
from conversations_app.webhooks.sending import Outcome

Status = WebhookDelivery.Status
Disabled = WebhookEndpoint.Disabled


@transaction.atomic
def record_outcome(delivery_id: int, outcome: Outcome) -> WebhookDelivery | None:
    """Stores an outcome; None if the delivery is gone: its conversation was erased while it was sent."""
    # The endpoint first, as in code that changes it: so there is no deadlock.
    endpoint = WebhookEndpoint.objects.select_for_update().filter(deliveries=delivery_id).first()
    found = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("event").filter(pk=delivery_id)
    if endpoint is None or (delivery := found.first()) is None:
        return None
    delivery.endpoint = endpoint
    WebhookAttempt.objects.create(
        delivery=delivery,
        at=outcome.at,
        duration_ms=outcome.duration_ms,
        status=outcome.status,
        response=outcome.response,
        error=outcome.error,
    )
    if outcome.delivered:
        _delivered(delivery)
    else:
        _failed(delivery, outcome)
    return delivery


def _delivered(delivery: WebhookDelivery) -> None:
    delivery.status, delivery.next_attempt_at = Status.DELIVERED, None
    delivery.save(update_fields=["status", "next_attempt_at"])
    if delivery.endpoint.failing_since is not None:
        delivery.endpoint.failing_since = None
        delivery.endpoint.save(update_fields=["failing_since"])


def _failed(delivery: WebhookDelivery, outcome: Outcome) -> None:
    """A ping, or what goes to an endpoint that is off, has one try only: somebody is looking at what comes of it."""
    delivery.failures += 1
    pause = None if _by_hand(delivery) else pause_after(delivery.failures, WEBHOOK_PAUSES, outcome.retry_after)
    delivery.status = Status.FAILED if pause is None else Status.PENDING
    delivery.next_attempt_at = Now() + pause if pause is not None else None
    delivery.save(update_fields=["status", "failures", "next_attempt_at"])
    delivery.refresh_from_db(fields=["next_attempt_at"])
    if delivery.endpoint.active:
        _judge(delivery, outcome)


def _by_hand(delivery: WebhookDelivery) -> bool:
    return delivery.event.type == WebhookEvent.Type.PING or not delivery.endpoint.active


def _judge(delivery: WebhookDelivery, outcome: Outcome) -> None:
    """A receiver that is gone, or that nothing has reached for days, is not asked any more."""
    endpoint = delivery.endpoint
    if endpoint.failing_since is None and delivery.event.type != WebhookEvent.Type.PING:
        endpoint.failing_since = outcome.at
        endpoint.save(update_fields=["failing_since"])
    if outcome.gone:
        disable(endpoint, Disabled.GONE)
    elif endpoint.failing_since and endpoint.failing_since < timezone.now() - WEBHOOK_FAILING:
        disable(endpoint, Disabled.FAILING)
    else:
        return
    delivery.refresh_from_db(fields=["status", "next_attempt_at"])
