"""What the workers would do: tests of this process enqueue into memory, where nobody is listening."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from conversations_app.concurrency import event_loop
from conversations_app.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.webhooks.delivering import deliver
from conversations_app.webhooks.endpoints import create_endpoint
from conversations_app.webhooks.fanning_out import fan_out
from flows_app.models import Bot

EVERYTHING = ["message", "turn.failed", "conversation.handed_off", "conversation.closed", "flow.completed"]


def listen(bot: Bot, url: str, events: Sequence[str] = EVERYTHING, **more: Any) -> tuple[WebhookEndpoint, str]:
    return create_endpoint(bot, url=url, events=[*events], **more)


def fan_out_all() -> None:
    fan_out([*WebhookEvent.objects.filter(fanned_out=False).values_list("pk", flat=True)])


def deliver_all() -> None:
    """Everything that is due, to every endpoint, batch by batch."""
    fan_out_all()
    for endpoint in WebhookEndpoint.objects.all():
        while due_to(endpoint):
            event_loop.run(deliver(endpoint.pk))


def due_to(endpoint: WebhookEndpoint) -> int:
    return endpoint.deliveries.filter(next_attempt_at__lte=timezone.now()).count()


def let_time_pass(until_next: WebhookDelivery) -> None:
    """The pause is over."""
    WebhookDelivery.objects.filter(pk=until_next.pk).update(next_attempt_at=timezone.now() - timedelta(seconds=1))
