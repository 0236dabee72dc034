"""Ready is who can serve: with a thread for a request, and with room for what it stores."""

import asyncio
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client

from conversations_app.concurrency import event_loop
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import ORM_THREADS
from conversations_app.models import Checkpoint
from soniplatform.observing import probing
from soniplatform.observing.readiness import ROOM_BYTES
from tests.support.locking import sessions_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "LIMIT_SECONDS", 60)


def database_state() -> str:
    answer = Client().get("/readyz")
    state: str = answer.json()["checks"]["database"]
    assert (answer.status_code == 200) == (state == "ok")
    return state


def test_not_ready_while_all_threads_of_requests_are_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    with all_orm_threads_stuck():
        monkeypatch.setattr(probing, "LIMIT_SECONDS", 0.2)
        assert database_state() == "timed out"

    monkeypatch.setattr(probing, "LIMIT_SECONDS", 60)
    assert database_state() == "ok"


@contextmanager
def all_orm_threads_stuck() -> Iterator[None]:
    stuck, freed = threading.Barrier(ORM_THREADS + 1), threading.Event()

    def hang() -> None:
        stuck.wait()
        freed.wait()

    async def hang_all() -> None:
        await asyncio.gather(*(in_orm_thread(hang) for _ in range(ORM_THREADS)))

    hanging = event_loop.submit(hang_all())
    stuck.wait(timeout=60)
    try:
        yield
    finally:
        freed.set()
        hanging.result(timeout=60)


def test_not_ready_on_a_database_that_refuses_writes() -> None:
    """PostgreSQL as a standby does; SQLite because it may not grow: for it that is a full disk."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    pragmas = connection.settings_dict["OPTIONS"].get("init_command", "")
    with sessions_with(
        postgresql="-c default_transaction_read_only=on",
        sqlite={"init_command": f"{pragmas} PRAGMA max_page_count=1;"},
    ):
        assert database_state() == "refuses writes"

    assert database_state() == "ok"


def test_not_ready_without_room_beside_the_standalone_database() -> None:
    """The kernel refuses what a full disk would; a distributed platform has its disk elsewhere."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM_BYTES // 2, hard))
    try:
        assert database_state() == ("disk full" if connection.vendor == "sqlite" else "ok")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_look_at_readiness_leaves_nothing_behind() -> None:
    assert database_state() == "ok"
    assert not Checkpoint.objects.exists()
