"""Deliveries that people ask for: a ping, to see whether an endpoint works; and a delivery once more."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from conversations_app.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.webhooks.enqueueing import enqueue_delivering
from flows_app.audit import record
from flows_app.rights import Person, Right, require


@transaction.atomic
def make_ping(endpoint: WebhookEndpoint, *, enqueue: bool = True, user: Person = None) -> WebhookDelivery:
    """Makes a ping, even if the endpoint is switched off. Without `enqueue` the caller sends it, not the sweeper."""
    require(user, Right.MANAGE, endpoint.bot)
    event = WebhookEvent.objects.create(
        bot=endpoint.bot,
        type=WebhookEvent.Type.PING,
        data={"bot": endpoint.bot.slug, "endpoint": str(endpoint.pk)},
        created_at=timezone.now(),
        fanned_out=True,
    )
    delivery = WebhookDelivery(event=event, endpoint=endpoint, next_attempt_at=Now() if enqueue else None)
    delivery.save(force_insert=True)
    delivery.refresh_from_db(fields=["next_attempt_at"])
    record(user, endpoint.bot, "tested", f"webhook endpoint {endpoint.pk}")
    if enqueue:
        transaction.on_commit(lambda: enqueue_delivering(endpoint.pk))
    return delivery


@transaction.atomic
def resend(delivery: WebhookDelivery, *, user: Person = None) -> WebhookDelivery:
    """The same event with the same id, at once, and with as many tries as the first time."""
    bot, endpoint_id = delivery.endpoint.bot, delivery.endpoint_id
    require(user, Right.MANAGE, bot)
    delivery.status, delivery.failures, delivery.next_attempt_at = WebhookDelivery.Status.PENDING, 0, Now()
    delivery.save(update_fields=["status", "failures", "next_attempt_at"])
    delivery.refresh_from_db(fields=["next_attempt_at"])
    record(user, bot, "resent", f"webhook delivery {delivery.pk}")
    transaction.on_commit(lambda: enqueue_delivering(endpoint_id))
    return delivery
