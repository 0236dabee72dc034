import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def milliseconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def medians(contestants: Mapping[Any, Callable[[], float]], rounds: int) -> dict[Any, float]:
    """The median of what each gives. They take turns, so that whatever else the machine does falls on all of them."""
    times: dict[Any, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, turn in contestants.items():
            times[name].append(turn())
    return {name: statistics.median(taken) for name, taken in times.items()}


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many percent of them don't exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]
