"""What users say to a bot, and what must have come of it: each bot has its script, which knows the bot's answers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tests.chaos.journal import Note

ARTICLES = ("tea", "coffee", "cocoa", "water")


@dataclass(frozen=True)
class Exchange:
    """A message, and the texts that answer it."""

    said: str
    answers: tuple[str, ...]


class Script(Protocol):
    bot: str

    def round(self) -> Sequence[str]:
        """What is said next, until the dialogue is over."""
        ...

    def check(self, exchanges: Sequence[Exchange], notes: Sequence[Note]) -> None:
        """That the answers are those that the flow gives, and that what was done fits them."""
        ...


class Ordering:
    bot = "order"

    def __init__(self, random: Random):
        self._random = random

    def round(self) -> Sequence[str]:
        return "hi", f"{self._random.choice(ARTICLES)}-{self._random.randrange(10**6)}", str(self._amount()), "yes"

    def _amount(self) -> int:
        return self._random.randint(1, 99)

    def check(self, exchanges: Sequence[Exchange], notes: Sequence[Note]) -> None:
        explained = [note for order in _orders(exchanges) for note in order.check(notes)]
        assert len(explained) == len(notes), f"Something was done that nobody ordered: {notes}"


def _orders(exchanges: Sequence[Exchange]) -> Iterator["Order"]:
    assert len(exchanges) % 4 == 0, exchanges
    for first in range(0, len(exchanges), 4):
        yield Order(*exchanges[first : first + 4])


@dataclass(frozen=True)
class Order:
    hello: Exchange
    article: Exchange
    amount: Exchange
    yes: Exchange

    def check(self, notes: Sequence[Note]) -> Sequence[Note]:
        """Gives the notes that belong to it: no two orders are of the same article."""
        article, amount = self.article.said, self.amount.said
        assert self.hello.answers == ("Welcome.", "Which article?"), self
        assert self.article.answers == (f"Noted: {article}.", "How many?"), self
        assert self.amount.answers == (f"{amount} x {article}?",), self
        reserving, reserved, last = self.yes.answers
        assert reserving == "Reserving.", self
        mine = [note for note in notes if note.inputs == {"article": article, "amount": int(amount)}]
        self._check_reservation(reserved, [note for note in mine if note.action == "reserve"])
        self._check_payment(last, [note for note in mine if note.action == "pay"])
        return mine

    def _check_reservation(self, told: str, notes: Sequence[Note]) -> None:
        """It may be begun again, with the same key: so it takes effect once."""
        (key,) = {note.key for note in notes}
        assert told == f"Reserved as {key}.", self
        assert "ended" in {note.phase for note in notes}, self

    def _check_payment(self, told: str, notes: Sequence[Note]) -> None:
        """It is begun once at most; that it was done is told only if it was."""
        phases = [note.phase for note in notes]
        assert phases in ([], ["begun"], ["begun", "ended"]), notes
        what = f"{self.amount.said} x {self.article.said}"
        if told != f"Nobody knows whether {what} was paid (unknown).":
            assert phases == ["begun", "ended"], (told, notes)
            assert told == f"Paid {what}: {notes[0].key}.", self


class Echoing:
    bot = "echo"

    def round(self) -> Sequence[str]:
        return ("hi",)

    def check(self, exchanges: Sequence[Exchange], notes: Sequence[Note]) -> None:
        first, *others = exchanges
        assert first.answers == ("Go on.",), first
        for exchange in others:
            assert exchange.answers == (f"Heard {exchange.said}.", "Go on."), exchange
        assert not notes


class Labouring:
    bot = "labour"

    def __init__(self, seconds: float):
        self._seconds = seconds

    def round(self) -> Sequence[str]:
        return "hi", f"{self._seconds:g}"

    def check(self, exchanges: Sequence[Exchange], notes: Sequence[Note]) -> None:
        hello, work = exchanges
        assert hello.answers == ("How long?",)
        phases = [note.phase for note in notes]
        assert phases in (["begun"], ["begun", "ended"]), notes
        if work.answers != ("Nobody knows whether it worked.",):
            assert phases == ["begun", "ended"], notes
            assert [re.sub(r"\.0\b", "", text) for text in work.answers] == [f"Worked {work.said} s."]
