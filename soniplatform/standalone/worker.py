import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from celery.worker import WorkController
from celery.worker import state as worker_state
from django.db import connections

from conversations_app.turn import sharing
from soniplatform.celery import app

logger = logging.getLogger(__name__)

STOP_SECONDS = 15


@dataclass(frozen=True)
class Chore:
    """Work that beat would have a worker do every so many seconds."""

    do: Callable[[], Any]
    every: float


class StandaloneWorker:
    """A Celery worker in a thread of the server's process, and the timers that beat would be."""

    def __init__(self, *chores: Chore, concurrency: int = 8):
        self._concurrency = concurrency
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._controller = _Controller(
            self._ready,
            app=app,
            pool_cls="threads",
            concurrency=concurrency,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self._threads = [
            threading.Thread(target=self._controller.start, name="celery-worker", daemon=True),
            *(threading.Thread(target=self._do_now_and_then, args=(chore,), daemon=True) for chore in chores),
        ]

    def start(self) -> None:
        sharing.threads.number = self._concurrency
        for thread in self._threads:
            thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Lets running turns end; whatever does not is answered after the next start."""
        self._stopping.set()
        worker_state.should_stop = 0
        for thread in self._threads:
            thread.join(STOP_SECONDS)
        worker_state.should_stop = None

    def _do_now_and_then(self, chore: Chore) -> None:
        """First of all at the start: a message may be waiting since the process was killed."""
        self._ready.wait()
        while True:
            try:
                chore.do()
            except Exception:
                logger.exception("%s failed; it is tried again.", chore.do.__name__)
            finally:
                connections.close_all()
            if self._stopping.wait(chore.every):
                return


class _Controller(WorkController):
    def __init__(self, ready: threading.Event, **options: Any):
        self._ready = ready
        super().__init__(**options)

    def on_consumer_ready(self, consumer: Any) -> None:
        self._ready.set()
