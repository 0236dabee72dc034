"""How a turn's cost grows with the rounds of the loop that it stands in, and what a correction of all of them costs."""

from typing import Any

from flows_app.models import Bot
from tests.bench.bots import published_bot
from tests.bench.results import Growth, Result, at_most
from tests.bench.timing import medians, milliseconds
from tests.bench.world import World
from tests.support.talking import Talk

# The last is as many as a loop may have.
SIZES = (1, 10, 100, 1_000)
SAMPLES = 20

# Five steps a round, the loop's own included. Everything from the first round on is computed with the price.
ORDER: list[dict[str, Any]] = [
    {"type": "collect", "name": "ask_price", "slot": "price", "message": "Price?"},
    {"type": "set", "name": "begin", "values": {"total": "0"}},
    {
        "type": "while",
        "name": "more",
        "condition": "total >= 0",
        "max_iterations": SIZES[-1],
        "steps": [
            {"type": "collect", "name": "ask_item", "slot": "item", "message": "Item?"},
            {"type": "collect", "name": "ask_amount", "slot": "amount", "message": "How many?"},
            {"type": "set", "name": "add", "values": {"total": "total + amount * price"}},
            {"type": "say", "name": "so_far", "message": "{total} so far."},
        ],
    },
    {"type": "collect", "name": "ask_note", "slot": "note", "message": "Anything else?"},
]
SLOTS: tuple[dict[str, Any], ...] = (
    *({"name": name, "type": "integer"} for name in ("price", "amount", "total")),
    *({"name": name} for name in ("item", "note")),
)


def measure(world: World) -> Result:
    bot = published_bot("rounds", ORDER, SLOTS)
    orders = {size: _Order(bot, size) for size in SIZES}
    growth = Growth("round of a loop", medians({size: orders[size].answer for size in SIZES}, SAMPLES), drawn=False)
    taken = medians(
        {
            1_000: orders[1_000].correct,
            1: orders[1].correct,
            # Not right behind a second of work: on a busy machine that made it slower.
            "answer": orders[10].answer,
            100: orders[100].correct,
        },
        SAMPLES // 2,
    )
    for order in orders.values():
        order.answer()  # which looks at the total
    rows = [
        at_most("a turn at round 1,000 of a loop / at round 1", growth.ratios[1_000], 1.2, "x"),
        at_most(
            "a correction at round 100 of a loop / an answer",
            taken[100] / taken["answer"],
            10,
            "x",
            detail=f"{taken[100]:.0f} ms / {taken['answer']:.0f} ms; "
            f"at round 1 {taken[1]:.0f} ms, at round 1,000 {taken[1_000]:.0f} ms",
        ),
    ]
    return Result(rows, [growth])


class _Order:
    """A conversation in the last few rounds up to the given one; when these are answered, another conversation."""

    def __init__(self, bot: Bot, last: int):
        self._bot, self._last = bot, last
        # The last one of all is not answered, but corrected.
        self._first = last - min(SAMPLES, last // 10)
        self._round, self._price = 0, 2

    def answer(self) -> float:
        """Of a round, the mean of its two turns."""
        self._be_there()
        return self._answer_round() / 2

    def correct(self) -> float:
        """Of the price, in the first question of a round: it stays open, and the total of all rounds is another."""
        self._be_there()
        self._price = 5 - self._price
        change = {"type": "correct_slot", "slot": "price", "value": self._price}
        return milliseconds(lambda: self._talk.command(change))

    def _be_there(self) -> None:
        if self._first <= self._round <= self._last:
            return
        self._talk, self._price, self._round = Talk(self._bot), 2, 1
        self._talk.say("hi")
        self._talk.say(str(self._price))
        while self._round < self._first:
            self._answer_round()

    def _answer_round(self) -> float:
        said: list[str] = []
        taken = milliseconds(lambda: self._talk.say("tea"))
        taken += milliseconds(lambda: said.extend(self._talk.say("1")))
        assert said[0] == f"{self._round * self._price:,} so far.", said
        self._round += 1
        return taken
