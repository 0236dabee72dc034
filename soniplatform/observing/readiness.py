"""Whether this process can serve: what it depends on, each asked by itself, all at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from redis.asyncio import Redis

from soniplatform.observing.probing import answer_in_time, ask_database

logger = logging.getLogger(__name__)

OK = "ok"

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
    return checks if settings.EMBEDDED_WORKER else checks | {"broker": _broker}


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
    def select() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    await ask_database(select)


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
