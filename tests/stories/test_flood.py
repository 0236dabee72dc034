"""One visitor, or one bot, asks for more than the worker can do; others are answered meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.client import ApiClient
from tests.support.deployment import Deployment
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

PLUGIN = """
import os, pathlib, time
from flows_app.registry import action

@action("work")
def work():
    here = pathlib.Path(os.environ["WORKSHOP"])
    while not (here / "may-end").exists():
        time.sleep(0.05)
"""
BOT = """
name: Slow
slug: slow
default_flow: work
settings: {public: true}
flows:
  work:
    steps:
      - {name: work, type: action, call: work, timeout: 300}
      - {name: done, type: say, message: Done.}
"""
ORDER = (
    "from conversations_app.models import Turn; "
    "print(*(turn.message.conversation_id for turn in Turn.objects.order_by('ended_at')))"
)


@pytest.fixture
def deployment(tmp_path: Path, postgresql_url: str, redis_url: str) -> Iterator[Deployment]:
    """Nobody works yet."""
    (tmp_path / "slow_plugin.py").write_text(PLUGIN)
    (tmp_path / "slow.yaml").write_text(BOT)
    settings = {"SONI_PLUGINS": "slow_plugin", "PYTHONPATH": str(tmp_path), "WORKSHOP": str(tmp_path)}
    with Deployment.on(postgresql_url, redis_url, tmp_path, settings, workers=0, threads=2) as deployment:
        deployment.create_demo_bot()
        deployment.manage("import_bot", str(tmp_path / "slow.yaml"), "--publish")
        yield deployment


def answers(client: ApiClient) -> int:
    return sum(message["role"] == "bot" for message in client.messages())


def test_a_visitor_is_answered_before_the_flood_is(deployment: Deployment) -> None:
    floods = [ApiClient(deployment.web.address, "greeter") for _ in range(2)]
    visitor = ApiClient(deployment.web.address, "greeter")
    for flood in floods:
        for number in range(10):
            flood.post(f"message {number}")
    visitor.post("hi")

    worker = deployment.worker("worker")
    worker.start()
    try:
        wait_until(lambda: all(answers(flood) == 10 for flood in floods), "all is answered", seconds=120)
        order = deployment.shell(ORDER).split()
    finally:
        worker.kill()

    behind = order[order.index(visitor.id) + 1 :]
    assert {flood.id for flood in floods} <= set(behind)
    assert len(behind) >= 10


def test_a_bot_whose_actions_are_slow_leaves_a_thread_for_others(deployment: Deployment, tmp_path: Path) -> None:
    slow = [ApiClient(deployment.web.address, "slow") for _ in range(4)]
    for client in slow:
        client.post("go")
    visitor = ApiClient(deployment.web.address, "greeter")
    visitor.post("hi")

    worker = deployment.worker("worker")
    worker.start()
    try:
        wait_until(lambda: answers(visitor) == 1, "the visitor is answered while the slow ones work", seconds=120)
        assert not any(answers(client) for client in slow)
        (tmp_path / "may-end").touch()
        wait_until(lambda: all(answers(client) == 1 for client in slow), "so are those that waited", seconds=120)
    finally:
        worker.kill()
