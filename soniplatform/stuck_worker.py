"""The end of a worker whose actions hang: it takes no more tasks, finishes its turns, and is started again."""

import logging
from typing import Any

from celery.concurrency.thread import TaskPool as ThreadedPool
from celery.platforms import EX_FAILURE
from celery.worker import state as worker_state

from conversations_app.turn.action_runs import action_threads

logger = logging.getLogger(__name__)


def end_when_actions_hang(pool: Any) -> None:
    """Only where turns run in threads of this process. A child of the prefork pool goes on with new threads."""
    if isinstance(pool, ThreadedPool):
        action_threads.when_too_many_hang = _end


def _end() -> None:
    """Ends the worker as SIGTERM does, but as a failure: many supervisors restart nothing that has ended well."""
    if worker_state.should_stop is None:
        logger.critical("Too many actions hang, and can't be stopped: this worker ends, to be started again.")
        worker_state.should_stop = EX_FAILURE
