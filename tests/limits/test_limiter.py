import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from prometheus_client import REGISTRY
from redis.exceptions import ConnectionError as RedisConnectionError

from conversations_app.concurrency.breaker import Breaker
from conversations_app.rate_limiting import limiter, take
from conversations_app.rate_limiting.buckets import Bucket, Level
from conversations_app.rate_limiting.limiter import Limiter
from tests.support.services import own_redis

Limits = dict[str, tuple[int, int, int]]


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def test_the_nearest_limit_is_told(limits: Limits) -> None:
    limits["message_by_key"] = (60, 3_600, 10)
    limits["message_by_conversation"] = (60, 3_600, 2)

    decisions = [take(("message_by_key", "1"), ("message_by_conversation", "c")) for _ in range(3)]

    assert [(d.allowed, d.limit, d.remaining) for d in decisions if d] == [(True, 2, 1), (True, 2, 0), (False, 2, 0)]
    assert decisions[-1] is not None
    assert 0 < decisions[-1].retry_after <= 60
    assert decisions[-1].headers["X-RateLimit-Limit"] == "2"


def test_what_is_refused_is_counted_by_the_limit_that_refused(limits: Limits) -> None:
    limits["request_by_key"] = (1, 3_600, 1)
    before = counted("soni_rate_limited_total", limit="request_by_key")

    for _ in range(3):
        take(("request_by_key", "1"))

    assert counted("soni_rate_limited_total", limit="request_by_key") - before == 2


def test_a_limit_can_be_switched_off(limits: Limits, settings: Any) -> None:
    limits["request_by_key"] = (0, 0, 0)
    assert take(("request_by_key", "1")) is None
    limits["request_by_key"] = (1, 3_600, 1)

    settings.SONI_RATE_LIMITS = False

    assert [take(("request_by_key", "1")) for _ in range(3)] == [None, None, None]


def test_without_redis_nothing_is_limited_and_it_is_told_once(
    limits: Limits, settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits["request_by_key"] = (1, 3_600, 1)
    monkeypatch.setattr(limiter, "Breaker", partial(Breaker, 0))
    before = counted("soni_rate_limit_failures_total")
    with own_redis() as server, caplog.at_level(logging.WARNING):
        settings.REDIS_URL = server.url
        assert take(("request_by_key", "1")) is not None
        server.stop()
        assert [take(("request_by_key", "1")) for _ in range(3)] == [None, None, None]
        server.start()
        again = take(("request_by_key", "1"))
        after = take(("request_by_key", "1"))

    assert again is not None  # it has forgotten what was before
    assert again.allowed
    assert after is not None
    assert not after.allowed
    assert counted("soni_rate_limit_failures_total") - before == 3
    assert [record.getMessage().partition(";")[0] for record in caplog.records] == [
        "Redis can't be asked for rate limits",
        "Redis can be asked for rate limits again.",
    ]


def test_redis_that_failed_is_left_alone_for_a_moment(limits: Limits) -> None:
    class Absent:
        asked = 0

        def take(self, buckets: Sequence[Bucket]) -> list[Level]:
            self.asked += 1
            raise RedisConnectionError("gone")

    absent = Absent()
    limiter = Limiter(absent)

    for _ in range(5):
        limiter.take((("request_by_key", "1"),))

    assert absent.asked == 1
