import logging
from uuid import UUID

from celery import current_app

from conversations_app.observing import metrics

logger = logging.getLogger(__name__)

RUN_TURN = "conversations_app.tasks.run_turn"


def enqueue_turn(conversation_id: UUID, bot_id: int) -> None:
    """Asks a worker to look at the conversation, which is of this bot.

    If the broker is down it is only logged, never the user's error: the sweeper asks again later.
    """
    try:
        current_app.send_task(RUN_TURN, args=[str(conversation_id), bot_id])
    except Exception:
        metrics.enqueue_failed()
        logger.warning("Could not enqueue a turn of conversation %s.", conversation_id, exc_info=True)
