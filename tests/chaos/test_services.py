"""Redis and PostgreSQL that go away under load, and come back."""

import time
from random import Random

import pytest
from redis import Redis

from tests.chaos.load import customers, under_load
from tests.chaos.report import Report
from tests.chaos.scale import times
from tests.chaos.world import World
from tests.support.services import start_postgresql

pytestmark = pytest.mark.processes


def test_redis_is_restarted_and_has_forgotten_everything(world: World, seeded: Random, report: Report) -> None:
    talkers, restarts = customers(world, seeded), times(1, 10)
    with under_load(world, talkers):
        for _ in range(restarts):
            time.sleep(seeded.uniform(0, 2))
            world.redis.stop()
            time.sleep(seeded.uniform(0, 2))
            world.redis.start()
            time.sleep(2)
        # Nobody but Celery's log tells that a worker has given up: its process stays.
        assert not any("Unrecoverable" in worker.output() for worker in world.deployment.workers)
    report.add("Redis is stopped and comes back empty", restarts, world, talkers)


def test_redis_is_flushed(world: World, seeded: Random, report: Report) -> None:
    talkers, flushes = customers(world, seeded), times(3, 50)
    with under_load(world, talkers), Redis(port=world.redis.port) as redis:
        for _ in range(flushes):
            time.sleep(seeded.uniform(0, 1))
            redis.flushall()
    report.add("Redis is flushed", flushes, world, talkers)


def test_postgresql_is_restarted(world: World, seeded: Random, report: Report) -> None:
    talkers, restarts = customers(world, seeded), times(1, 10)
    with under_load(world, talkers):
        for _ in range(restarts):
            time.sleep(seeded.uniform(0, 2))
            world.postgresql.stop()
            time.sleep(seeded.uniform(0, 1))
            start_postgresql(world.postgresql)
            time.sleep(2)
    report.add("PostgreSQL is restarted", restarts, world, talkers)
