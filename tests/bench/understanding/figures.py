from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from conversations_app.understanding.encoders import SentenceEncoder, Vectors

_AT_ONCE = 128


@dataclass(frozen=True)
class Figure:
    """Something measured, what it should be, and what a plain method gives."""

    name: str
    value: float
    goal: float | None = None
    baseline: float | None = None
    unit: str = "%"
    at_most: bool = False

    @property
    def is_reached(self) -> bool:
        if self.goal is None:
            return True
        return self.value <= self.goal if self.at_most else self.value >= self.goal


def _silent(steps: Iterable[Any], _title: str) -> Iterable[Any]:
    return steps


@dataclass(frozen=True)
class Run:
    """Where the data is and which encoder reads it."""

    data: Path
    encoder: SentenceEncoder
    # Whether it is the larger encoder, of which more is expected.
    is_minilm: bool = False
    progress: Callable[[Iterable[Any], str], Iterable[Any]] = _silent

    def goal(self, default: float, minilm: float) -> float:
        return minilm if self.is_minilm else default

    def encode(self, texts: Sequence[str], title: str) -> Vectors:
        starts = self.progress(range(0, len(texts), _AT_ONCE), f"{title}: encoding")
        return np.vstack([self.encoder.encode(texts[start : start + _AT_ONCE]) for start in starts])


class DataMissing(Exception):
    """A file of the public data is not where it should be."""
