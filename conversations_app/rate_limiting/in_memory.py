import threading
import time
from collections.abc import Callable, Sequence

from conversations_app.rate_limiting.buckets import Bucket, Level, level, wait_for

# So many buckets are kept before those are looked for that are empty by now.
KEPT = 10_000


def _now() -> int:
    return time.monotonic_ns() // 1_000


class InMemoryBuckets:
    """For the standalone platform, which is one process: its threads and its event loop share these."""

    def __init__(self, now: Callable[[], int] = _now, kept: int = KEPT):
        self._now = now
        self._kept = kept
        self._lock = threading.Lock()
        self._empty_at: dict[str, int] = {}

    def take(self, buckets: Sequence[Bucket]) -> list[Level]:
        with self._lock:
            now = self._now()
            times = [max(self._empty_at.get(bucket.key, now), now) for bucket in buckets]
            waits = [wait_for(bucket, time, now) for bucket, time in zip(buckets, times, strict=True)]
            if all(wait <= 0 for wait in waits):
                times = [time + bucket.interval for bucket, time in zip(buckets, times, strict=True)]
                self._keep(buckets, times, now)
            return [level(*of_one) for of_one in zip(buckets, times, [now] * len(times), waits, strict=True)]

    def _keep(self, buckets: Sequence[Bucket], times: list[int], now: int) -> None:
        self._empty_at.update({bucket.key: time for bucket, time in zip(buckets, times, strict=True)})
        if len(self._empty_at) > self._kept:
            self._empty_at = {key: time for key, time in self._empty_at.items() if time > now}
            # Those that are all in use may be more; they are looked through again when they have doubled.
            self._kept = max(self._kept, 2 * len(self._empty_at))
