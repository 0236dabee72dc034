"""Users with a socket who say one thing, and note how old each INFORM is when it reaches them."""

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import connect

from tests.bench.clients.orders import serve

# Real users don't speak in chorus.
APART_SECONDS = 0.037


async def listen(addresses: list[str]) -> dict[str, Any]:
    """An INFORM's text is the time at which the step before it ended."""
    ages = await asyncio.gather(*(_listen(address, APART_SECONDS * n) for n, address in enumerate(addresses)))
    return {"milliseconds": [age for of_one in ages for age in of_one]}


async def _listen(address: str, later: float) -> list[float]:
    ages = []
    async with connect(address) as socket:
        await asyncio.sleep(later)
        await socket.send(json.dumps({"type": "message", "text": "go", "client_id": "1"}))
        async for text in socket:
            now = time.time()
            frame = json.loads(text)
            if frame["type"] == "message" and frame["message"]["kind"] == "inform":
                ages.append((now - float(frame["message"]["text"])) * 1000)
            if frame["type"] == "status":
                return ages
    raise RuntimeError("The socket was closed before the turn had ended.")


if __name__ == "__main__":
    serve(listen)
