"""Users with an open socket who say nothing; they offer compression and answer pings, as browsers do."""

import asyncio
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.protocol import State

from tests.bench.clients.orders import serve

AT_ONCE = 20

_sockets: list[ClientConnection] = []


async def sit(addresses: list[str]) -> dict[str, Any]:
    """Opens these too, and tells how many are open."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def open_one(address: str) -> ClientConnection:
        async with turns:
            return await connect(address, ping_interval=None, open_timeout=60)

    _sockets.extend(await asyncio.gather(*(open_one(address) for address in addresses)))
    return {"open": sum(socket.state is State.OPEN for socket in _sockets)}


if __name__ == "__main__":
    serve(sit)
