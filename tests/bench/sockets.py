"""What an idle WebSocket costs a web process."""

import time

from tests.bench.bots import conversations, published_bot
from tests.bench.informing import socket_address
from tests.bench.processes import Client, cpu_seconds, resident_bytes
from tests.bench.results import Result, Row, under
from tests.bench.world import World

SOCKETS = 5_000
# Tickets are good for half a minute only.
BATCH = 250
WARM_UP = 50
IDLE_SECONDS = 8


def measure(world: World) -> Result:
    rooms = conversations(published_bot("sockets"), WARM_UP + SOCKETS)
    with world.deployed() as deployment, Client.running("sitters") as client:
        web = deployment.web.pid

        def connect(first: int, last: int) -> int:
            addresses = [socket_address(deployment, room) for room in rooms[first:last]]
            return int(client.ask(addresses=addresses)["open"])

        connect(0, WARM_UP)
        before = resident_bytes(web)
        started = time.monotonic()
        for first in range(WARM_UP, len(rooms), BATCH):
            connect(first, first + BATCH)
        connected_after = time.monotonic() - started
        cpu = cpu_seconds(web)
        time.sleep(IDLE_SECONDS)
        busy = (cpu_seconds(web) - cpu) / IDLE_SECONDS
        open_now = connect(0, 0) - WARM_UP
        each = (resident_bytes(web) - before) / SOCKETS / 1000
    detail = f"opened in {connected_after:.0f} s; idle they take {busy:.0%} of a core"
    return Result(
        [
            Row(
                "idle WebSockets on one web process",
                f"{open_now:,}",
                f"at least {SOCKETS:,}",
                open_now >= SOCKETS,
                detail,
            ),
            under("memory of an idle WebSocket", each, 40, "kB"),
        ]
    )
