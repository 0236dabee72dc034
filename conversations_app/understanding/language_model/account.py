"""Cost of asking a language model, as the trace shows it."""

import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Account:
    """Account of one message, or one text: calls, tokens, faults. Never what was said."""

    model: str
    began: float = field(default_factory=time.perf_counter)
    attempts: int = 0
    # None: the server does not tell.
    tokens_in: int | None = None
    tokens_out: int | None = None
    # An estimate in US dollars; None if the prices are not known.
    cost: float | None = None
    errors: list[str] = field(default_factory=list)

    def charge(self, usage: Mapping[str, Any], cost: float | None) -> None:
        self.tokens_in = _sum(self.tokens_in, usage.get("prompt_tokens"))
        self.tokens_out = _sum(self.tokens_out, usage.get("completion_tokens"))
        self.cost = _sum(self.cost, cost)

    def as_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "attempts": self.attempts,
            "latency_ms": round((time.perf_counter() - self.began) * 1000),
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost_usd": self.cost,
            "errors": self.errors,
        }


# Whose call it is that DSPy reports of.
current: ContextVar[Account | None] = ContextVar("language_model_account", default=None)


def _sum(so_far: Any, more: Any) -> Any:
    """Adds two figures; one that is not known is left out."""
    if not isinstance(more, int | float):
        return so_far
    return more if so_far is None else so_far + more
