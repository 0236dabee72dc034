from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.util import find_spec
from typing import Any

from conversations_app.understanding.marked.message import MarkedMessage
from conversations_app.understanding.optimising.failing import OptimisingFailed

OPTIMIZERS = ("bootstrap", "mipro", "gepa")
BUDGETS = ("light", "medium", "heavy")
# Fewer say nothing: neither to an optimiser nor as a measure.
EXAMPLES_NEEDED = 10


@dataclass(frozen=True)
class Plan:
    optimizer: str = "bootstrap"
    train_share: float = 0.7
    seed: int = 0
    max_demos: int = 8
    budget: str = "light"
    # Calls of the language model at once, while the optimiser works.
    threads: int = 4

    def check(self) -> None:
        """Finds what is missing before the language model is asked."""
        if self.optimizer == "mipro" and find_spec("optuna") is None:
            raise OptimisingFailed(
                "MIPROv2 needs the package “optuna”, which is not installed: “pip install optuna” "
                "(requirements-optional.in lists it), or choose bootstrap or gepa."
            )

    def split(self, messages: Sequence[MarkedMessage]) -> tuple[list[MarkedMessage], list[MarkedMessage]]:
        """Those to learn from, and those to measure on.

        By a hash of each, so that when examples are added the old ones stay on their side, but for a few: what an
        earlier program has learnt from would flatter it.
        """
        if len(messages) < EXAMPLES_NEEDED:
            raise OptimisingFailed(
                f"It takes at least {EXAMPLES_NEEDED} marked examples, and there are {len(messages)}: "
                "mark more turns in the console."
            )
        ranked = sorted(messages, key=lambda message: sha256(f"{self.seed}:{message.id}".encode()).digest())
        count = min(max(round(len(ranked) * self.train_share), 1), len(ranked) - 1)
        return ranked[:count], ranked[count:]

    def as_json(self) -> dict[str, Any]:
        """How a program was made, to be stored with it: what its optimiser looks at."""
        unused = {"bootstrap": "budget", "gepa": "max_demos"}.get(self.optimizer)
        return {name: value for name, value in asdict(self).items() if name not in ("optimizer", "threads", unused)}
