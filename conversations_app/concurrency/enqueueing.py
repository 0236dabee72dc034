import logging
from typing import Any

from celery import current_app

from conversations_app.observing import metrics

logger = logging.getLogger(__name__)


def enqueue(task: str, *arguments: Any) -> None:
    """Asks a worker to run a task, by its full name.

    If the broker is down it is only logged, never the user's error: the sweeper asks again later.
    """
    try:
        current_app.send_task(task, args=[*arguments])
    except Exception:
        metrics.enqueue_failed()
        logger.warning("Could not enqueue %s.", task, exc_info=True)
