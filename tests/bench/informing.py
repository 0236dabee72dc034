"""How soon what a flow says is on the socket, while the flow goes on with something slow."""

from typing import Any
from uuid import UUID

from conversations_app.credentials import issue_ticket
from flows_app.models import Bot
from tests.bench.bots import conversations, published_bot
from tests.bench.processes import Client
from tests.bench.results import Result, under
from tests.bench.timing import percentile
from tests.bench.world import World
from tests.support.deployment import Deployment

SOCKETS = 8
INFORMS = 20


def measure(world: World) -> Result:
    bot = published_bot("informing", _steps(), slots=("at",))
    with world.deployed() as deployment, Client.running("listeners") as client:
        client.ask(addresses=_addresses(deployment, bot, 1))  # the first compiles the flow
        ages = client.ask(addresses=_addresses(deployment, bot, SOCKETS))["milliseconds"]
    detail = f"{len(ages)} on {SOCKETS} sockets at once, half of them within {percentile(ages, 50):.1f} ms"
    return Result(
        [under("INFORM from the step's end to the socket, p95", percentile(ages, 95), 50, "ms", detail=detail)]
    )


def _addresses(deployment: Deployment, bot: Bot, how_many: int) -> list[str]:
    return [socket_address(deployment, conversation) for conversation in conversations(bot, how_many)]


def socket_address(deployment: Deployment, conversation: str) -> str:
    """With a ticket that this process gives itself: it has the deployment's key."""
    where = deployment.web.address.replace("http", "ws", 1)
    return f"{where}/ws/conversations/{conversation}/?ticket={issue_ticket(UUID(conversation))}"


def _steps() -> list[dict[str, Any]]:
    """Each message tells when the step before it ended, and is followed by something slow."""
    steps: list[dict[str, Any]] = []
    for number in range(INFORMS):
        steps += [
            {"name": f"stamp_{number}", "type": "action", "call": "stamp", "outputs": {"at": "at"}},
            {"name": f"say_{number}", "type": "say", "message": "{at}"},
            {"name": f"rest_{number}", "type": "action", "call": "rest"},
        ]
    return steps
