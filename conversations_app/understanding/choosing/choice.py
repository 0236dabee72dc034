from collections.abc import Sequence
from dataclasses import dataclass

# Below, a message is about none of the flows. Chosen on the random bots of `evaluate_nlu`, 10 flows with 5 examples
# each: 94 % of what is meant for a flow gets through to it, and 95 % of the rest is kept out; with fewer flows, more.
IN_SCOPE = 0.40
# Nearer than this, the second flow may be the one that is meant: on the same bots it is for one question in five, and
# 2 % of the messages are asked about.
CLOSE = 0.07


@dataclass(frozen=True)
class Candidate:
    flow: str
    # How much the message resembles the flow's examples: comparable between messages and bots.
    confidence: float
    # Among the bot's flows, if it is about one of them at all.
    probability: float


@dataclass(frozen=True)
class Choice:
    """The flow that a message is about, or two between which to ask, or none."""

    flows: tuple[str, ...] = ()

    @property
    def flow(self) -> str | None:
        return self.flows[0] if len(self.flows) == 1 else None

    @property
    def is_close(self) -> bool:
        return len(self.flows) == 2


def choose(ranked: Sequence[Candidate], threshold: float | None = None) -> Choice:
    """`ranked`: best first. A bot may have a threshold of its own."""
    least = IN_SCOPE if threshold is None else threshold
    in_scope = [candidate for candidate in ranked if candidate.confidence >= least]
    if not in_scope:
        return Choice()
    best, *others = in_scope
    if others and best.confidence - others[0].confidence < CLOSE:
        return Choice((best.flow, others[0].flow))
    return Choice((best.flow,))
