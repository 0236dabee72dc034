"""GCRA, the leaky bucket as one number: the time at which the bucket would be empty again if nobody asked any more.

Each request moves that time on by one interval. It is refused when that would be further away than `burst` intervals.
Times are whole microseconds, so that Python and Redis reckon alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Bucket:
    """Whose requests are counted together, and how fast they may come: `burst` at once, then one an interval."""

    key: str
    interval: int
    burst: int


@dataclass(frozen=True, slots=True)
class Level:
    """How a bucket stands after a request; all times are microseconds from now."""

    remaining: int
    empty_in: int
    # Zero unless this bucket refused the request.
    retry_in: int


class Buckets(Protocol):
    """Where the numbers are kept."""

    def take(self, buckets: Sequence[Bucket]) -> list[Level]:
        """Takes one from each, or from none if any of them refuses; atomic among all who ask at this moment."""


def wait_for(bucket: Bucket, empty_at: int, now: int) -> int:
    """How long until the bucket takes one more: at most zero if it does now."""
    return empty_at + bucket.interval - bucket.burst * bucket.interval - now


def level(bucket: Bucket, empty_at: int, now: int, wait: int) -> Level:
    remaining = (now + bucket.burst * bucket.interval - empty_at) // bucket.interval
    return Level(remaining=max(remaining, 0), empty_in=empty_at - now, retry_in=max(wait, 0))
