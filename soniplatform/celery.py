import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_ready
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.exceptions import OperationalError

from conversations_app.concurrency.breaker import Breaker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "soniplatform.settings")


class App(Celery):
    """Enqueues soon or not at all: whoever posts a message does not wait for Redis, and the sweeper enqueues later."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._breaker = Breaker()

    def connection_for_write(self, url: str | None = None, **kwargs: Any) -> Any:
        options = {**self.conf.broker_write_options, **(kwargs.pop("transport_options", None) or {})}
        return super().connection_for_write(url, transport_options=options, **kwargs)

    def send_task(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if self._breaker.is_open:
            raise OperationalError("The broker has just failed, and is left alone for a moment.")
        try:
            sent = super().send_task(name, *args, **kwargs)
        except Exception:
            self._breaker.failed()
            raise
        self._breaker.works()
        return sent


app = App("soniplatform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Log lines of a task name the request that it comes from.
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery sets up logging only if nobody answers here; the settings have done so already."""


@worker_init.connect
def limit_database_sessions(**_: Any) -> None:
    """Before the first connection, and before a prefork pool forks."""
    from soniplatform.session_limits import limit_sessions

    limit_sessions()


@worker_ready.connect
def watch_for_hanging_actions(sender: Any, **_: Any) -> None:
    """Ends the worker when actions hang. Not for the standalone worker: its process serves pages too, and goes on."""
    from soniplatform.stuck_worker import end_when_actions_hang

    end_when_actions_hang(sender.pool)


@worker_ready.connect
def prepare_the_threads(sender: Any, **_: Any) -> None:
    """Bots share them, and one encoder. A prefork pool's children have memory of their own, and load it when they need
    it."""
    from conversations_app.turn.sharing import threads
    from conversations_app.understanding.warming import warm_up

    if sender.pool.__class__.__module__ == "celery.concurrency.thread":
        threads.number = sender.pool.limit
        warm_up()


@worker_ready.connect
def open_metrics_port(**_: Any) -> None:
    """Opens the port for metrics. Not for the standalone worker, which is part of a web process."""
    # Importable only when Django is set up.
    from soniplatform.observing.worker_port import open_port

    open_port()
