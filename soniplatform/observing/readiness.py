"""Whether this process can serve: what it depends on, each asked by itself, all at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from tempfile import TemporaryFile

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from redis.asyncio import Redis

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Checkpoint
from soniplatform.observing.probing import answer_in_time, ask_database

logger = logging.getLogger(__name__)

OK = "ok"
# Beside the standalone database. Some turns need as much.
ROOM_BYTES = 1_000_000
# More than fits into a page of the database that has room left.
_WRITTEN_BYTES = 20_000

Check = Callable[[], Awaitable[None]]


class NotYet(Exception):
    """It answers, but is not in the state that is needed; the text tells operators."""


async def check_readiness() -> dict[str, str]:
    """The state of each dependency: `ok`, or in a word or two what is wrong; never an error's own text."""
    checks = _checks()
    states = await asyncio.gather(*(_state(name, check) for name, check in checks.items()))
    return dict(zip(checks, states, strict=True))


def _checks() -> dict[str, Check]:
    checks: dict[str, Check] = {"database": _database, "migrations": _migrations, "channel_layer": _channel_layer}
    return checks if settings.STANDALONE_WORKER else checks | {"broker": _broker}


async def _state(name: str, check: Check) -> str:
    try:
        await check()
    except NotYet as reason:
        return str(reason)
    except TimeoutError:
        return "timed out"
    except Exception as failed:  # noqa: BLE001  whatever it is, this process is not ready
        logger.warning("Not ready: %s fails with %s.", name, type(failed).__name__)
        return "failed"
    return OK


async def _database() -> None:
    """Uses the database as requests do: on their threads, which may all be stuck, and with a write."""
    await answer_in_time(in_orm_thread(_read_and_write))


def _read_and_write() -> None:
    if settings.STANDALONE_DATABASE:
        _find_room()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    try:
        _write_and_take_back()
    except DatabaseError as refused:
        logger.warning("Not ready: the database refuses writes with %s.", type(refused).__name__)
        raise NotYet("refuses writes") from refused


def _write_and_take_back() -> None:
    with transaction.atomic():
        Checkpoint.objects.create(thread_id="readiness", state=bytes(_WRITTEN_BYTES))
        transaction.set_rollback(True)


def _find_room() -> None:
    """SQLite can go on for a while on a full disk, in room that it has already; then every write fails."""
    try:
        with TemporaryFile(dir=settings.DATA_DIR) as room:
            room.write(bytes(ROOM_BYTES))
            room.flush()
    except OSError as refused:
        raise NotYet("disk full") from refused


_migrated = False


async def _migrations() -> None:
    """Looked at until they are applied, and not again: reading them all costs a tenth of a second."""
    global _migrated
    if not _migrated and await ask_database(_missing_migrations):
        raise NotYet("not applied")
    _migrated = True


def _missing_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


async def _broker() -> None:
    async with Redis.from_url(settings.REDIS_URL) as client:
        await answer_in_time(client.ping())


async def _channel_layer() -> None:
    """There and back, as a message to a socket goes."""

    async def round_trip() -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "probe"})
        await layer.receive(channel)

    await answer_in_time(round_trip())
