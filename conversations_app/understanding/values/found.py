from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

# From here on a value may be taken although nobody asked for it; below, only as the answer to a question.
UNASKED = 0.5


@dataclass(frozen=True)
class FoundValue:
    """A value that a text holds, and the words that it was read from."""

    # Plain JSON that the slot's coercion takes.
    value: Any
    start: int
    end: int
    # 1 is explicit (“50 €” for money, a full date); bare and fuzzy readings have less.
    certainty: float

    def overlaps(self, other: "FoundValue") -> bool:
        return self.start < other.end and other.start < self.end

    def of_certainty(self, certainty: float) -> "FoundValue":
        return replace(self, certainty=round(min(max(certainty, 0.0), 1.0), 3))

    def of_value(self, value: Any) -> "FoundValue":
        return replace(self, value=value)


def best_first(readings: Iterable[FoundValue]) -> list[FoundValue]:
    """Sorts readings by certainty; if several share words, keeps the most certain one only."""
    return _apart(readings, lambda found: (-found.certainty, found.start - found.end, found.start))


def longest_first(readings: Iterable[FoundValue]) -> list[FoundValue]:
    """Sorts readings by length; if several share words, keeps the longest only: “next friday” without its “friday”."""
    return _apart(readings, lambda found: (found.start - found.end, -found.certainty, found.start))


def _apart(readings: Iterable[FoundValue], rank: Callable[[FoundValue], tuple[float, ...]]) -> list[FoundValue]:
    kept: list[FoundValue] = []
    taken: set[int] = set()
    for reading in sorted(readings, key=rank):
        characters = range(reading.start, reading.end)
        if taken.isdisjoint(characters):
            taken.update(characters)
            kept.append(reading)
    return kept
