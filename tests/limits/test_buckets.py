"""The same promises, whether the numbers are in this process or in Redis."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from uuid import uuid4

import pytest

from conversations_app.rate_limiting.buckets import MICROSECONDS, Bucket, Buckets
from conversations_app.rate_limiting.in_memory import InMemoryBuckets
from conversations_app.rate_limiting.in_redis import RedisBuckets

HOUR = 3_600 * MICROSECONDS


@pytest.fixture(params=["memory", "redis"])
def buckets(request: pytest.FixtureRequest) -> Buckets:
    if request.param == "memory":
        return InMemoryBuckets()
    return RedisBuckets(request.getfixturevalue("redis_url"), prefix=f"test.{uuid4().hex}.")


def slow(key: str = "a", burst: int = 3) -> Bucket:
    """One that takes an hour for the next: what a test does meanwhile adds nothing."""
    return Bucket(key, HOUR, burst)


def test_a_burst_is_taken_and_then_no_more(buckets: Buckets) -> None:
    taken = [buckets.take([slow()])[0] for _ in range(4)]

    assert [level.remaining for level in taken] == [2, 1, 0, 0]
    assert [level.retry_in > 0 for level in taken] == [False, False, False, True]
    assert 0 < taken[-1].retry_in <= HOUR
    assert 2 * HOUR < taken[-1].empty_in <= 3 * HOUR


def test_what_is_refused_costs_nothing(buckets: Buckets) -> None:
    for _ in range(3):
        buckets.take([slow()])

    waits = [buckets.take([slow()])[0].retry_in for _ in range(3)]

    assert waits == sorted(waits, reverse=True)  # they grow shorter as time passes, never longer


def test_each_has_its_own(buckets: Buckets) -> None:
    for _ in range(4):
        buckets.take([slow("a")])

    assert buckets.take([slow("b")])[0].retry_in == 0


def test_one_that_refuses_leaves_the_others_as_they_were(buckets: Buckets) -> None:
    narrow, wide = slow("narrow", burst=1), slow("wide", burst=5)

    first = buckets.take([narrow, wide])
    second = buckets.take([narrow, wide])

    assert [level.retry_in > 0 for level in first] == [False, False]
    assert [level.retry_in > 0 for level in second] == [True, False]
    assert (first[1].remaining, second[1].remaining) == (4, 4)


def test_with_time_one_more_may_be_taken(buckets: Buckets) -> None:
    quick = Bucket("quick", 20_000, 1)
    buckets.take([quick])

    while (taken := buckets.take([quick])[0]).retry_in:
        time.sleep(0.005)  # ends, or the test never does

    assert taken.remaining == 0
    assert 0 < taken.empty_in <= 20_000


def test_many_at_once_get_exactly_what_there_is(buckets: Buckets) -> None:
    taken: Counter[bool] = Counter()
    lock, start = threading.Lock(), threading.Barrier(8)

    def ask() -> None:
        start.wait()
        for _ in range(25):
            allowed = buckets.take([slow(burst=50)])[0].retry_in == 0
            with lock:
                taken[allowed] += 1

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert taken == {True: 50, False: 150}


def clock() -> tuple[Callable[[], int], Callable[[int], None]]:
    at = [1_000_000]

    def turn(by: int) -> None:
        at[0] += by

    return lambda: at[0], turn


def test_memory_reckons_to_the_microsecond() -> None:
    now, turn = clock()
    buckets, bucket = InMemoryBuckets(now), Bucket("a", 1_000, 2)
    assert [buckets.take([bucket])[0].retry_in for _ in range(3)] == [0, 0, 1_000]

    turn(999)
    assert buckets.take([bucket])[0].retry_in == 1
    turn(1)
    assert buckets.take([bucket])[0].retry_in == 0


def test_memory_forgets_buckets_that_are_empty() -> None:
    now, turn = clock()
    buckets = InMemoryBuckets(now, kept=10)
    for number in range(10):
        buckets.take([Bucket(f"old{number}", 1_000, 1)])
    turn(2_000)

    buckets.take([Bucket("new", 1_000, 1)])

    assert list(buckets._empty_at) == ["new"]


def test_redis_keeps_a_key_only_while_it_says_something(redis_url: str) -> None:
    prefix = f"test.{uuid4().hex}."
    buckets = RedisBuckets(redis_url, prefix=prefix)

    buckets.take([slow()])

    from redis import Redis

    assert 3_000_000 < Redis.from_url(redis_url).pttl(f"{prefix}a") <= 3_600_000
