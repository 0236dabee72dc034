"""Workers that stand still or are cut off, also in a transaction, and that nobody wakes: others take over."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.chaos.load import customers, one_dialogue, under_load
from tests.chaos.report import Report
from tests.chaos.scale import times
from tests.chaos.scripts import Echoing
from tests.chaos.talkers import Talker
from tests.chaos.wire import Wire
from tests.chaos.world import World
from tests.support.processes import Process
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

TAKEN_OVER = "has been taken over by another worker"


def test_frozen_at_random_and_killed_in_its_sleep(world: World, seeded: Random, report: Report) -> None:
    talkers, freezes = customers(world, seeded), times(1, 20)
    with under_load(world, talkers):
        for _ in range(freezes):
            victim = seeded.choice(world.deployment.workers)
            time.sleep(seeded.uniform(0, 1))
            victim.pause()
            answered_anew(talkers)
            victim.kill()
            victim.start()
    report.add("a worker is frozen (SIGSTOP) and never wakes", freezes, world, talkers)


def answered_anew(talkers: Sequence[Talker]) -> None:
    """Whatever they waited for has been answered, and what they said then too: they say nothing more before that."""
    said = [len(talker.sent) for talker in talkers]
    wait_until(
        lambda: all(len(talker.sent) >= before + 2 for talker, before in zip(talkers, said, strict=True)),
        "everybody is answered while a worker is frozen",
    )


def test_frozen_in_a_transaction(world: World, report: Report) -> None:
    """Its session is ended, another worker answers; when it wakes at last, it can't commit."""
    talkers = [Talker(world.addresses, Echoing()) for _ in range(times(1, 10))]
    for talker in talkers:
        with one_dialogue(world, [talker]) as talking, ThreadPoolExecutor(1) as threads:
            talking.wait()
            with world.closing_slowly(talker.id):
                saying = threads.submit(talker.insist, "again")
                victim = closing_worker(world, world.deployment.workers)
                victim.pause()
                wait_until(lambda: world.sessions("idle in transaction"), "the transaction stands still")
            saying.result()
            assert_too_late(talker, victim, victim.resume)
    report.add("a worker is frozen in a transaction", len(talkers), world, talkers)


def test_cut_off_in_a_transaction(world: World, report: Report) -> None:
    talkers = [Talker(world.addresses, Echoing()) for _ in range(times(1, 10))]
    with Wire.to(world.deployment.settings["DATABASE_URL"]) as wire:
        distant = world.deployment.worker("distant", DATABASE_URL=wire.url)
        distant.start()
        try:
            for talker in talkers:
                cut_off(world, talker, distant, wire)
        finally:
            distant.kill()
    report.add("a worker's network is cut in a transaction", len(talkers), world, talkers)


def cut_off(world: World, talker: Talker, distant: Process, wire: Wire) -> None:
    with one_dialogue(world, [talker]) as talking, ThreadPoolExecutor(1) as threads:
        talking.wait()
        with world.workers_asleep(), world.closing_slowly(talker.id):
            saying = threads.submit(talker.insist, "again")
            closing_worker(world, [distant])
            wire.cut()
        saying.result()
        assert_too_late(talker, distant, wire.mend)


def closing_worker(world: World, workers: Sequence[Process]) -> Process:
    """The one that is closing a turn slowly: PostgreSQL knows it by its name."""
    wait_until(lambda: world.sessions("active", waiting_for="PgSleep"), "a worker closes its turn")
    (name,) = world.sessions("active", waiting_for="PgSleep")
    (worker,) = [worker for worker in workers if worker.name == name]
    return worker


def assert_too_late(talker: Talker, victim: Process, wake: Callable[[], None]) -> None:
    before, noticed = talker.history(), victim.output().count(TAKEN_OVER)
    wake()
    wait_until(lambda: victim.output().count(TAKEN_OVER) > noticed, "it notices that others have gone on")
    assert talker.history() == before
