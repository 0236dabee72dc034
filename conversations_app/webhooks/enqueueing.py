import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from celery import current_app

from conversations_app.observing import metrics

logger = logging.getLogger(__name__)

FAN_OUT = "conversations_app.tasks.fan_out_webhooks"
DELIVER = "conversations_app.tasks.deliver_webhooks"


def enqueue_fan_out(event_ids: Sequence[UUID]) -> None:
    _enqueue(FAN_OUT, [str(event_id) for event_id in event_ids])


def enqueue_delivering(endpoint_id: UUID) -> None:
    """One task an endpoint, however much there is for it: the queue stays short, and none waits behind another."""
    _enqueue(DELIVER, str(endpoint_id))


def _enqueue(task: str, argument: Any) -> None:
    """If the broker is down it is only logged, never anybody's error: the sweeper asks again later."""
    try:
        current_app.send_task(task, args=[argument])
    except Exception:
        metrics.enqueue_failed()
        logger.warning("Could not enqueue %s.", task, exc_info=True)
