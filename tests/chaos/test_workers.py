"""Workers that are killed, ended, or stand still."""

import os
import signal
import time
from random import Random

import psutil
import pytest

from tests.chaos.journal import Note
from tests.chaos.load import customers, one_dialogue, under_load
from tests.chaos.report import Report
from tests.chaos.scale import times
from tests.chaos.scripts import Labouring
from tests.chaos.talkers import Talker
from tests.chaos.world import LEASE_SECONDS, World
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes


def test_killed(world: World, seeded: Random, report: Report) -> None:
    talkers, kills = customers(world, seeded), times(3, 200)
    with under_load(world, talkers):
        for _ in range(kills):
            victim = seeded.choice(world.deployment.workers)
            time.sleep(seeded.uniform(0, 1))
            victim.kill()
            victim.start()
    report.add("a worker is killed (SIGKILL)", kills, world, talkers)


def test_killed_child_of_a_prefork_pool(world: World, seeded: Random, report: Report) -> None:
    talkers, kills = customers(world, seeded), times(2, 20)
    prefork = world.deployment.worker("prefork", pool="prefork")
    prefork.start()
    try:
        with world.workers_asleep(), under_load(world, talkers):
            for _ in range(kills):
                time.sleep(seeded.uniform(0.5, 1.5))
                seeded.choice(psutil.Process(prefork.pid).children()).kill()
    finally:
        prefork.stop()
    report.add("a child of a prefork worker is killed (SIGKILL)", kills, world, talkers)


def test_ended(world: World, seeded: Random, report: Report) -> None:
    """It finishes the turns that it has begun: none is taken over."""
    talkers, ends = customers(world, seeded), times(1, 20)
    with under_load(world, talkers):
        for _ in range(ends):
            worker = seeded.choice(world.deployment.workers)
            time.sleep(seeded.uniform(0, 1))
            assert worker.stop() == 0
            worker.start()
    report.add("a worker is ended (SIGTERM)", ends, world, talkers)


def test_paused_past_its_leases(world: World, seeded: Random, report: Report) -> None:
    talkers, pauses = customers(world, seeded), times(1, 20)
    with under_load(world, talkers):
        for _ in range(pauses):
            worker = seeded.choice(world.deployment.workers)
            time.sleep(seeded.uniform(0, 1))
            worker.pause()
            time.sleep(LEASE_SECONDS * 1.5)
            worker.resume()
    report.add("a worker stands still (SIGSTOP), longer than its leases", pauses, world, talkers)


def test_paused_while_it_acts(world: World, report: Report) -> None:
    """Another worker answers in its place; what the first one does when it wakes changes nothing."""
    # So long that a busy machine stops it in time.
    talker = Talker(world.addresses, Labouring(seconds=10))
    with one_dialogue(world, [talker]) as talking:
        wait_until(lambda: _notes(world, talker), "the action is begun")
        pid = _notes(world, talker)[0].pid
        os.kill(pid, signal.SIGSTOP)
        try:
            talking.wait()
            before = talker.history()
        finally:
            os.kill(pid, signal.SIGCONT)
        wait_until(lambda: len(_notes(world, talker)) == 2, "the first worker ends its action")
        time.sleep(LEASE_SECONDS)
        assert talker.history() == before
        assert before[-1]["text"] == "Nobody knows whether it worked."
    report.add("a worker stands still in an action, and wakes", 1, world, [talker])


def test_a_turn_longer_than_the_lease(world: World, report: Report) -> None:
    talkers = [Talker(world.addresses, Labouring(seconds=LEASE_SECONDS * 2.5)) for _ in range(3)]
    with one_dialogue(world, talkers):
        pass
    assert [talker.history()[-1]["text"][:6] for talker in talkers] == ["Worked"] * 3
    assert world.takeovers([talker.id for talker in talkers]) == 0
    report.add("a turn lasts 2.5 times its lease", 3, world, talkers)


def _notes(world: World, talker: Talker) -> list[Note]:
    return list(world.journal.notes(talker.id))
