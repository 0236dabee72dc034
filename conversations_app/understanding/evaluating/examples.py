"""Measures how well a provider understands marked messages."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from conversations_app.understanding.evaluating.effects import share_right
from conversations_app.understanding.marked.message import MarkedMessage
from flows_app.engine import NLUProvider, Understanding


@dataclass(frozen=True)
class Answer:
    message: MarkedMessage
    understanding: Understanding
    # Share that was right, from 0 to 1.
    share: float
    seconds: float

    @property
    def fell_back(self) -> bool:
        """A language model was to answer, and another provider has."""
        return bool(self.understanding.trace.get("fallback"))

    @property
    def errors(self) -> list[str]:
        """Faults of the language model, by kind."""
        return list(self.understanding.trace.get("errors") or ())

    @property
    def tokens(self) -> int:
        trace = self.understanding.trace
        return (trace.get("tokens_in") or 0) + (trace.get("tokens_out") or 0)


@dataclass
class Measured:
    """All the answers of one provider."""

    answers: list[Answer] = field(default_factory=list)

    @property
    def right(self) -> int:
        """Right in all."""
        return sum(answer.share == 1 for answer in self.answers)

    @property
    def share(self) -> float:
        return self._mean(lambda answer: answer.share)

    @property
    def milliseconds(self) -> float:
        """A message, as they usually take: the first one may have to load something."""
        return 1000 * median([answer.seconds for answer in self.answers] or [0])

    @property
    def tokens(self) -> float:
        """A message, on average; 0 if nobody counts them."""
        return self._mean(lambda answer: answer.tokens)

    @property
    def fell_back(self) -> int:
        return sum(answer.fell_back for answer in self.answers)

    def _mean(self, of: Callable[[Answer], float]) -> float:
        return sum(map(of, self.answers)) / len(self.answers) if self.answers else 0.0


async def measure(
    provider: NLUProvider, messages: Sequence[MarkedMessage], after_each: Callable[[Answer], Any] = lambda answer: None
) -> Measured:
    """Measures one message after the other: a local model answers one at a time, and the time is reported."""
    measured = Measured()
    for message in messages:
        began = time.perf_counter()
        understanding = await provider.understand(message.text, message.context)
        seconds = time.perf_counter() - began
        share = share_right(message.commands, understanding.commands, message.context, message.flows)
        measured.answers.append(Answer(message, understanding, share, seconds))
        after_each(measured.answers[-1])
    return measured
