"""Many users at once: each posts, waits for the answer in the response, and posts what comes next in the script."""

import asyncio
import itertools
import time
from collections.abc import Iterator
from typing import Any

from tests.bench.clients.connection import Connection
from tests.bench.clients.orders import serve

Turn = tuple[float, list[str]]


async def talk(
    address: str,
    authorization: str,
    conversations: list[str],
    script: list[dict[str, Any]],
    seconds: float | None = None,
) -> dict[str, Any]:
    """For so long, the script again and again; without a time once."""
    connections = [await Connection.to(address, authorization) for _ in conversations]
    started = time.perf_counter()
    talks = (
        _talk(connection, conversation, _bodies(script, started, seconds))
        for connection, conversation in zip(connections, conversations, strict=True)
    )
    turns = list(itertools.chain.from_iterable(await asyncio.gather(*talks)))
    took = time.perf_counter() - started
    for connection in connections:
        connection.close()
    return {
        "seconds": took,
        "milliseconds": [milliseconds for milliseconds, _ in turns],
        "replies": [replies for _, replies in turns],
    }


def _bodies(script: list[dict[str, Any]], started: float, seconds: float | None) -> Iterator[dict[str, Any]]:
    if seconds is None:
        yield from script
        return
    while time.perf_counter() < started + seconds:
        yield from script


async def _talk(connection: Connection, conversation: str, bodies: Iterator[dict[str, Any]]) -> list[Turn]:
    turns = []
    for body in bodies:
        started = time.perf_counter()
        answer = await connection.post(f"/api/v1/conversations/{conversation}/messages?wait=30", body)
        milliseconds = (time.perf_counter() - started) * 1000
        if not answer["complete"]:
            raise RuntimeError(f"Not answered in time: {answer}")
        turns.append((milliseconds, [reply["text"] for reply in answer["replies"]]))
    return turns


if __name__ == "__main__":
    serve(talk)
