"""A message that was made to be slow is not: what it costs grows with its length, and only up to a limit."""

import time
from typing import Any

import pytest

from conversations_app.understanding.values import MarkedExamples, find_values, read_answer
from conversations_app.understanding.values.sentence import LONGEST_READ
from tests.understanding.values.slots import NOW, SLOTS, slot

HOSTILE = [
    *("a", "1", "1 ", "1.", "1,234", "a@", "a.", "one ", "twenty and ", "monday ", "the 5th of ", "change from 5 to "),
    *("not no ", "2 adults and ", "in a couple of ", "-", "+1 (2) ", "savings chekcing ", "an a hour ", "x at y dot "),
    *("friday at 5 for 4 people 50 euros, ", "los las de la una y ", "e\u0301", "😀", "my my is it's "),
    *("\n", ", a", "the a is ", "y la a ", "every 2 ", "con 5 ", "ni ", "a no, "),
]
EXAMPLES = MarkedExamples(
    ["send {amount} to {recipient}", "a {recipient} for {people}"],
    [SLOTS["amount"], SLOTS["people"], slot("recipient", "text")],
)
OPTIONS: list[dict[str, Any]] = [{"label": "€20", "value": 20}, {"label": "In the morning", "value": "am"}]
# Twice as long costs about twice as much; what is quadratic costs four times as much.
RATIO = 3.5
ROUNDS = 3


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_length_does_not_cost_much_more_than_twice_as_much(piece: str) -> None:
    half, whole = (_cost((piece * LONGEST_READ)[:length]) for length in (LONGEST_READ // 2, LONGEST_READ))

    assert whole < half * RATIO + 0.001


@pytest.mark.parametrize("piece", HOSTILE)
def test_beyond_the_limit_it_hardly_costs_more(piece: str) -> None:
    limit, beyond = (_cost((piece * 4 * LONGEST_READ)[:length]) for length in (LONGEST_READ, 4 * LONGEST_READ))

    assert beyond < limit * 2.5 + 0.002


def _cost(text: str) -> float:
    """Processor time of everything that can be asked of a message: the least of several rounds."""
    return min(_round(text, number) for number in range(ROUNDS))


def _round(text: str, number: int) -> float:
    # Another moment every time, or the second round would find everything in the caches.
    now = NOW.replace(microsecond=number)
    began = time.thread_time()
    for each in SLOTS.values():
        find_values(each, text, language="en", now=now)
    EXAMPLES.find(text, language="es", now=now)
    for name in ("name", "purpose", "address", "groceries", "area"):
        read_answer(SLOTS[name], text, language="es", now=now, options=OPTIONS)
    return time.thread_time() - began
