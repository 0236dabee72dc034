"""The one door to the limits. It never stands in anybody's way by itself: limits that can't be asked are no limits."""

import logging
from functools import lru_cache

from django.conf import settings
from redis.exceptions import RedisError

from conversations_app.concurrency.breaker import Breaker
from conversations_app.observing import metrics
from conversations_app.rate_limiting.buckets import MICROSECONDS, Bucket, Buckets
from conversations_app.rate_limiting.decision import Decision
from conversations_app.rate_limiting.in_memory import InMemoryBuckets
from conversations_app.rate_limiting.in_redis import RedisBuckets

logger = logging.getLogger(__name__)


def take(*charges: tuple[str, str]) -> Decision | None:
    """One request, charged to these limits, each with whose it is; None if nothing limits it.

    Waits for Redis: for threads, never for the event loop.
    """
    if not settings.SONI_RATE_LIMITS:
        return None
    return _limiter(getattr(settings, "REDIS_URL", "")).take(charges)


class Limiter:
    def __init__(self, buckets: Buckets):
        self._buckets = buckets
        self._breaker = Breaker()

    def take(self, charges: tuple[tuple[str, str], ...]) -> Decision | None:
        buckets = [bucket for name, who in charges if (bucket := bucket_of(name, who))]
        if not buckets or self._breaker.is_open:
            return None
        try:
            levels = self._buckets.take(buckets)
        except (RedisError, OSError) as failed:
            self._failed(failed)
            return None
        self._works()
        for bucket, level in zip(buckets, levels, strict=True):
            if level.retry_in:
                metrics.rate_limited(bucket.key.partition(":")[0])
        return Decision.of(buckets, levels)

    def _failed(self, failed: Exception) -> None:
        """Told once, counted each time."""
        metrics.rate_limits_failed()
        if self._breaker.failed():
            logger.warning("Redis can't be asked for rate limits; nothing is limited meanwhile: %r", failed)

    def _works(self) -> None:
        if self._breaker.works():
            logger.warning("Redis can be asked for rate limits again.")


@lru_cache(maxsize=2)
def _limiter(redis_url: str) -> Limiter:
    return Limiter(RedisBuckets(redis_url) if redis_url else InMemoryBuckets())


def bucket_of(name: str, who: str) -> Bucket | None:
    """None if the operator has switched this limit off."""
    count, seconds, burst = settings.RATE_LIMITS[name]
    return Bucket(f"{name}:{who}", seconds * MICROSECONDS // count, burst) if count else None
