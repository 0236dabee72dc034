"""A turn's engine and database work, and a turn through REST, each beside bare LangGraph doing the same dialogue."""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.bench.bare import bare_langgraph
from tests.bench.bots import conversations, key_for, published_bot
from tests.bench.clients.connection import Connection
from tests.bench.results import Result, Row, at_most
from tests.bench.timing import medians
from tests.bench.world import World
from tests.support.talking import Talk

# Few at a time: what else the machine does then falls on both sides, and no connection is idle for long.
TURNS = 12
ROUNDS = 25

# Says something, and comes back when it is answered.
Say = Callable[[str], Any]


def engine(world: World) -> Result:
    talk = Talk(published_bot("engine"))
    return Result([_against_bare(world, "a turn's engine and database work / bare LangGraph", talk.say, 0.5)])


def rest(world: World) -> Result:
    bot = published_bot("rest")
    key, (conversation,) = key_for(bot), conversations(bot, 1)
    with world.deployed() as deployment, _rest_client(deployment.web.address, key, conversation) as say:
        return Result([_against_bare(world, "a turn through REST with `wait` / bare LangGraph", say, 1.0)])


@contextmanager
def _rest_client(address: str, key: str, conversation: str) -> Iterator[Say]:
    with asyncio.Runner() as runner:
        connection = runner.run(Connection.to(address, key))
        path = f"/api/v1/conversations/{conversation}/messages?wait=30"
        yield lambda text: runner.run(connection.post(path, {"text": text}))
        connection.close()


def _against_bare(world: World, what: str, say: Say, bar: float) -> Row:
    with bare_langgraph(world.database_url) as bare:
        _median_ms(say), _median_ms(bare)  # connections, plans and compiled flows are there from now on
        taken = medians({"ours": lambda: _median_ms(say), "bare": lambda: _median_ms(bare)}, ROUNDS)
    detail = f"{taken['ours']:.1f} ms / {taken['bare']:.1f} ms"
    return at_most(what, taken["ours"] / taken["bare"], bar, "x", detail=detail)


def _median_ms(say: Say) -> float:
    times = []
    for number in range(TURNS):
        started = time.perf_counter()
        say(f"answer {number}")
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)
