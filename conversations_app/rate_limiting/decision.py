from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from conversations_app.rate_limiting.buckets import MICROSECONDS, Bucket, Level


@dataclass(frozen=True, slots=True)
class Decision:
    """Answer to a client: the limit that refuses it for longest, or else the nearest one."""

    allowed: bool
    limit: int
    remaining: int
    # Seconds until all of the limit is there again; until one may be asked for again.
    reset: int
    retry_after: int

    @classmethod
    def of(cls, buckets: Sequence[Bucket], levels: Sequence[Level]) -> "Decision":
        bucket, level = max(
            zip(buckets, levels, strict=True), key=lambda of_one: (of_one[1].retry_in, -of_one[1].remaining)
        )
        return cls(
            allowed=not level.retry_in,
            limit=bucket.burst,
            remaining=0 if level.retry_in else level.remaining,
            reset=ceil(level.empty_in / MICROSECONDS),
            retry_after=ceil(level.retry_in / MICROSECONDS),
        )

    @property
    def headers(self) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": str(self.reset),
        }
