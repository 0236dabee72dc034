"""How a turn's cost grows with the steps of its flow, and how long publishing a long one takes."""

from collections.abc import Callable
from typing import Any

from flows_app.models import Bot
from flows_app.publishing import PublishFlow
from tests.bench.bots import published_bot
from tests.bench.results import Growth, Result, at_most, under
from tests.bench.timing import medians, milliseconds
from tests.bench.world import World
from tests.support.authoring import make_flow
from tests.support.talking import Talk

SIZES = (10, 100, 500, 1_000)
ROUNDS = 20


def publishing(world: World) -> Result:
    bot = Bot.objects.create(name="publishing", slug="publishing")
    flow = make_flow(bot, _steps(1_000))
    seconds = milliseconds(lambda: PublishFlow(flow).execute()) / 1000
    return Result([under("publish and compile of a 1,000-step flow", seconds, 2, "s")])


def measure(world: World) -> Result:
    bots = {size: published_bot(f"steps-{size}", _steps(size), slots=("name",)) for size in SIZES}
    places: dict[tuple[str, int], Callable[[], float]] = {}
    for size, bot in bots.items():
        places["first", size] = _turn_at(bot, size, 0)
        places["middle", size] = _turn_at(bot, size, size // 4)
    taken = medians(places, ROUNDS)
    first = Growth("steps of the flow, at step 1", {size: taken["first", size] for size in SIZES}, drawn=False)
    middle = Growth("steps of the flow, in its middle", {size: taken["middle", size] for size in SIZES})
    # Against one turn in both: the first of a flow of ten.
    ratios = {place: taken[place, 1_000] / taken["first", 10] for place in ("first", "middle")}
    what = "a turn in a 1,000-step flow / in a 10-step flow"
    rows = [
        at_most(f"{what}, at step 1", ratios["first"], 1.2, "x"),
        at_most(f"{what}, at step 500", ratios["middle"], 1.2, "x"),
    ]
    return Result(rows, [first, middle])


def _turn_at(bot: Bot, steps: int, answered: int) -> Callable[[], float]:
    """An answer when so many questions have been answered, or a few more: then from the beginning again."""
    talks: list[Talk] = []
    questions = steps // 2
    left = 0

    def turn() -> float:
        nonlocal left
        if not left:
            talks[:] = [_advanced(bot, answered)]
            # Always the first question, or a walk on from the middle that does not come to the end.
            left = questions - answered - 1 if answered else 1
        left -= 1
        return milliseconds(lambda: talks[0].say("Ana"))

    return turn


def _advanced(bot: Bot, answered: int) -> Talk:
    talk = Talk(bot)
    talk.say("hi")
    for _ in range(answered):
        talk.say("Ana")
    return talk


def _steps(how_many: int) -> list[dict[str, Any]]:
    return [_step(number) for number in range(how_many)]


def _step(number: int) -> dict[str, Any]:
    """A question and an answer in turn; each question is asked, whatever the slot holds."""
    if number % 2:
        return {"type": "say", "name": f"say_{number}", "message": "Hello, {name}!"}
    return {"type": "collect", "name": f"ask_{number}", "slot": "name", "message": "Name?", "always_ask": True}
