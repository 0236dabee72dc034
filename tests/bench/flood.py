"""How long a visitor waits while another one floods the bot, with the limits as they are delivered."""

from uuid import UUID

from conversations_app.credentials import issue_token
from flows_app.models import Bot
from tests.bench.bots import conversations, published_bot
from tests.bench.processes import Client
from tests.bench.results import Result, Row, under
from tests.bench.timing import percentile
from tests.bench.world import World

FLOODED = 20
SECONDS, LEAD = 30, 10
AT_MOST_SECONDS = 2


def measure(world: World) -> Result:
    bot = published_bot("flooded")
    with world.deployed(SONI_RATE_LIMITS="true") as deployment, Client.running("flooding") as client:
        told = client.ask(
            address=deployment.web.address,
            tokens=_tokens(bot, FLOODED),
            visitor=_tokens(bot, 1),
            seconds=SECONDS,
            lead=LEAD,
        )
    return Result([_row(told["waits"], told["accepted"], told["refused"])])


def _tokens(bot: Bot, how_many: int) -> dict[str, str]:
    return {conversation: issue_token(UUID(conversation)) for conversation in conversations(bot, how_many)}


def _row(waits: list[float], accepted: int, refused: int) -> Row:
    detail = (
        f"the longest of {len(waits)} waits, half of them under {percentile(waits, 50):.2f} s; one address posts to "
        f"{FLOODED} conversations for {LEAD + SECONDS} s: {accepted} messages accepted, {refused} refused"
    )
    return under(
        "a visitor's wait while another floods the bot", max(waits), AT_MOST_SECONDS, "s", digits=2, detail=detail
    )
