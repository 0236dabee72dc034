"""Turns that wait, as they do for a language model, on one worker process with its twenty connections."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from tests.bench.bots import conversations, key_for, published_bot
from tests.bench.processes import Client
from tests.bench.results import Result, Row, at_least
from tests.bench.world import World
from tests.support.deployment import Deployment

AT_ONCE = 200
# A turn that waits keeps a thread, though no connection.
THREADS = AT_ONCE + 50
# As a language model takes, and so long that the last has begun before the first has ended.
A_MODEL, LONG = 2, 20


def measure(world: World) -> Result:
    with world.deployed(threads=THREADS) as deployment, Client.running("talkers") as client:
        rows = [_waiting(world, deployment, client, seconds) for seconds in (LONG, A_MODEL)]
    return Result(rows)


def _waiting(world: World, deployment: Deployment, client: Client, seconds: int) -> Row:
    bot = published_bot(f"waiting-{seconds}", _steps(seconds), slots=("at_once",))
    order = {"address": deployment.web.address, "authorization": key_for(bot), "script": [{"text": "go"}]}
    client.ask(**order, conversations=conversations(bot, 1))  # the first compiles the flow
    with _most_connections(world.database_url) as connections:
        waited = client.ask(**order, conversations=conversations(bot, AT_ONCE))
    peak = max(int(replies[-1]) for replies in waited["replies"])
    detail = (
        f"{AT_ONCE} posted at once: all answered after {waited['seconds']:.1f} s; "
        f"the worker had at most {connections['open']} connections, {connections['in use']} of them in use"
    )
    what = f"turns that wait {seconds} s at once on one worker process"
    return at_least(what, peak, AT_ONCE, "turns", detail=detail)


def _steps(seconds: int) -> list[dict[str, Any]]:
    wait = {"name": "wait", "type": "action", "call": "wait", "outputs": {"at_once": "at_once"}}
    return [wait | {"inputs": {"seconds": str(seconds)}}, {"name": "tell", "type": "say", "message": "{at_once}"}]


@contextmanager
def _most_connections(database_url: str, application: str = "worker0") -> Iterator[dict[str, int]]:
    """The most that the worker has had at any of the moments somebody looked."""
    most = {"open": 0, "in use": 0}
    over = threading.Event()
    counting = (
        "SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity WHERE application_name = %s"
    )

    def look() -> None:
        with psycopg.connect(database_url, autocommit=True) as connection:
            while not over.wait(0.02):
                row = connection.execute(counting, [application]).fetchone()
                assert row is not None
                most["open"], most["in use"] = max(most["open"], row[0]), max(most["in use"], row[1])

    watching = threading.Thread(target=look)
    watching.start()
    try:
        yield most
    finally:
        over.set()
        watching.join()
