"""How a turn's cost grows with the flows of its bot."""

from collections.abc import Callable

from flows_app.models import Bot, Flow, FlowVersion
from tests.bench.bots import published_bot, published_version
from tests.bench.results import Growth, Result, at_most
from tests.bench.timing import medians, milliseconds
from tests.bench.world import World
from tests.support.talking import Talk

SIZES = (1, 10, 100, 1_000)
ROUNDS = 30


def measure(world: World) -> Result:
    growth = Growth("flows of the bot", medians({size: _turn_of(_bot(size)) for size in SIZES}, ROUNDS))
    return Result([at_most("a turn of a bot with 1,000 flows / with 1", growth.ratios[1_000], 1.2, "x")], [growth])


def _turn_of(bot: Bot) -> Callable[[], float]:
    """The mean of a turn that starts a flow, which is where the flows count, and of one that answers its question."""
    start = {"type": "start_flow", "flow": published_version(bot).flow.name}

    def turn() -> float:
        talk = Talk(bot)
        return (milliseconds(lambda: talk.command(start)) + milliseconds(lambda: talk.say("Ana"))) / 2

    return turn


def _bot(flows: int) -> Bot:
    """The others are copies of the published one: a thousand times through the editor would take minutes."""
    bot = published_bot(f"flows-{flows}")
    published = published_version(bot)
    names = [f"copy_{number}" for number in range(1, flows)]
    copies = Flow.objects.bulk_create(Flow(bot=bot, name=name, triggers=[f"do {name}"]) for name in names)
    versions = FlowVersion.objects.bulk_create(_version(copy, published) for copy in copies)
    for copy, version in zip(copies, versions, strict=True):
        copy.current_version = version
    Flow.objects.bulk_update(copies, ["current_version"])
    return bot


def _version(flow: Flow, published: FlowVersion) -> FlowVersion:
    definition = {**published.definition, "name": flow.name}
    return FlowVersion(flow=flow, number=1, definition=definition, checksum=published.checksum)
