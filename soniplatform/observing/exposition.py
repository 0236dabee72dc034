"""The metrics as Prometheus reads them: of this process, or of all that share PROMETHEUS_MULTIPROC_DIR."""

import os
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from conversations_app.turn.backlog import Backlog


def counted_metrics() -> bytes:
    if not settings.METRICS_DIR:
        return generate_latest(REGISTRY)
    _forget_ended_processes(Path(settings.METRICS_DIR))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def backlog_metrics(backlog: Backlog) -> bytes:
    """These are of the whole deployment, whichever process tells them."""
    registry = CollectorRegistry()
    registry.register(_BacklogCollector(backlog))
    return generate_latest(registry)


class _BacklogCollector:
    def __init__(self, backlog: Backlog):
        self._backlog = backlog

    def collect(self) -> Iterable[Metric]:
        conversations = GaugeMetricFamily(
            "soni_unanswered_conversations", "Conversations with unanswered messages.", labels=["state"]
        )
        conversations.add_metric(["in_turn"], self._backlog.in_turn)
        conversations.add_metric(["waiting"], self._backlog.waiting)
        yield conversations


def _forget_ended_processes(directory: Path) -> None:
    """A process that was killed could not say that nothing is open in it any more."""
    for file in directory.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _runs(pid):
            mark_process_dead(pid, str(directory))  # type: ignore[no-untyped-call]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's, so it runs
    return True
