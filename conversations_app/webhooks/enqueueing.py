from collections.abc import Sequence
from uuid import UUID

from conversations_app.concurrency.enqueueing import enqueue


def enqueue_fan_out(event_ids: Sequence[UUID]) -> None:
    enqueue("conversations_app.tasks.fan_out_webhooks", [str(event_id) for event_id in event_ids])


def enqueue_delivering(endpoint_id: UUID) -> None:
    """One task an endpoint, however much there is for it: the queue stays short, and none waits behind another."""
    enqueue("conversations_app.tasks.deliver_webhooks", str(endpoint_id))
