"""One visitor who posts to many conversations as fast as they are let, and another one at another address, who waits
for each answer."""

import asyncio
import time
from typing import Any

from tests.bench.clients.connection import Connection, Refused
from tests.bench.clients.orders import serve

# Both are of this machine.
VISITORS_ADDRESS = "127.0.0.2"
PAUSE_AFTER_REFUSAL = 0.2
PAUSE_OF_VISITOR = 0.5


async def flood(
    address: str, tokens: dict[str, str], visitor: dict[str, str], seconds: float, lead: float
) -> dict[str, Any]:
    """The visitor comes when the flood has had a lead. Tokens are by conversation."""
    ends = time.monotonic() + lead + seconds
    told = {"accepted": 0, "refused": 0}
    floods = [asyncio.create_task(_post(address, *each, ends, told)) for each in tokens.items()]
    await asyncio.sleep(lead)
    [[conversation, token]] = visitor.items()
    connection = await Connection.to(address, f"Bearer {token}", source=VISITORS_ADDRESS)
    waits = []
    while time.monotonic() < ends:
        began = time.perf_counter()
        answer = await connection.post(f"/api/v1/conversations/{conversation}/messages?wait=30", {"text": "hi"})
        waits.append(time.perf_counter() - began)
        if not answer["complete"]:
            raise RuntimeError(f"Not answered in time: {answer}")
        await asyncio.sleep(PAUSE_OF_VISITOR)
    connection.close()
    await asyncio.gather(*floods)
    return {"waits": waits, **told}


async def _post(address: str, conversation: str, token: str, ends: float, told: dict[str, int]) -> None:
    connection = await Connection.to(address, f"Bearer {token}")
    while time.monotonic() < ends:
        try:
            await connection.post(f"/api/v1/conversations/{conversation}/messages", {"text": "hi"})
            told["accepted"] += 1
        except Refused:
            told["refused"] += 1
            await asyncio.sleep(PAUSE_AFTER_REFUSAL)
    connection.close()


if __name__ == "__main__":
    serve(flood)
