"""Tasks and messages that come more than once, or all at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from celery import Celery

from conversations_app.turn.enqueueing import RUN_TURN
from tests.chaos.load import customers, one_dialogue, under_load
from tests.chaos.report import Report
from tests.chaos.scale import times
from tests.chaos.scripts import Echoing
from tests.chaos.talkers import Talker
from tests.chaos.world import World

pytestmark = pytest.mark.processes


def test_a_task_is_delivered_twice_at_once(world: World, seeded: Random, report: Report) -> None:
    talkers, deliveries = customers(world, seeded), times(100, 2000)
    with broker(world) as deliver, under_load(world, talkers):
        for _ in range(deliveries):
            conversation_id = seeded.choice(talkers).id
            at_once(2, lambda _, same=conversation_id: deliver(same))
    report.add("the same task is delivered twice at once", deliveries, world, talkers)


def test_fifty_messages_at_once_from_two_web_processes(world: World, report: Report) -> None:
    talker = Talker(world.addresses, Echoing())
    with one_dialogue(world, [talker]) as talking:
        talking.wait()
        at_once(50, lambda number: talker.insist(f"message {number}"))
    report.add("50 messages at once, by two web processes", 1, world, [talker])


def test_the_same_message_ten_times_at_once(world: World, report: Report) -> None:
    talker, rounds = Talker(world.addresses, Echoing()), times(3, 100)
    with one_dialogue(world, [talker]) as talking:
        talking.wait()
        for _ in range(rounds):
            client_id = uuid4().hex
            talker.sent[client_id] = "again"
            posted = at_once(10, lambda _, same=client_id: talker.try_to_post("again", same, wait=20))
            assert len({answer["message"]["seq"] for answer in posted}) == 1
            assert all(answer["complete"] for answer in posted)
    report.add("the same message is posted ten times at once", rounds, world, [talker])


def at_once(how_many: int, what: Callable[..., Any]) -> list[Any]:
    with ThreadPoolExecutor(how_many) as threads:
        return list(threads.map(what, range(how_many)))


@contextmanager
def broker(world: World) -> Iterator[Callable[[str], Any]]:
    """Gives what enqueues a conversation's turns, as the platform does."""
    app = Celery("duplicates", broker=world.redis.url, set_as_current=False)
    app.conf.broker_transport_options = {"global_keyprefix": "soni."}
    app.conf.task_default_queue = "turns"
    app.conf.task_ignore_result = True
    try:
        yield lambda conversation_id: app.send_task(RUN_TURN, args=[conversation_id])
    finally:
        app.close()
