import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any


def serve(handle: Callable[..., Awaitable[dict[str, Any]]]) -> None:
    """An order a line, until there are no more; each is answered with a line."""
    asyncio.run(_serve(handle))


async def _serve(handle: Callable[..., Awaitable[dict[str, Any]]]) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await handle(**json.loads(line))), flush=True)
