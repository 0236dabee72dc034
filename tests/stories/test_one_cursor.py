"""One conversation, three ways to follow it, and processes that die: all see the same messages with the same seq."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.three_clients import Asking, OnSocket, Streaming
from tests.support.deployment import Deployment

pytestmark = pytest.mark.processes

PLUGIN = """
import os, pathlib, time
from flows_app.registry import action

@action("work", idempotent=True)
def work():
    while (pathlib.Path(os.environ["WORKSHOP"]) / "hold").exists():
        time.sleep(0.01)
"""
BOT = """
name: Shop
slug: shop
default_flow: order
settings: {public: true}
flows:
  order:
    slots: [{name: note}]
    steps:
      - {name: begun, type: say, message: Begun.}
      - {name: work, type: action, call: work, timeout: 300}
      - {name: ask, type: collect, slot: note, message: Anything else?}
      - {name: noted, type: say, message: "Noted: {note}"}
"""


@pytest.fixture
def deployment(postgresql_url: str, redis_url: str, tmp_path: Path) -> Iterator[Deployment]:
    (tmp_path / "shop_plugin.py").write_text(PLUGIN)
    (tmp_path / "shop.yaml").write_text(BOT)
    with Deployment.on(
        postgresql_url,
        redis_url,
        tmp_path,
        {
            "SONI_PLUGINS": "shop_plugin",
            "PYTHONPATH": str(tmp_path),
            "WORKSHOP": str(tmp_path),
            "SONI_LEASE_SECONDS": "3",  # what a dead worker had is soon free for another
        },
        beat=True,
    ) as running:
        running.manage("import_bot", str(tmp_path / "shop.yaml"), "--publish")
        yield running


def test_whoever_comes_back_has_everything_once(deployment: Deployment, tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    client = Asking(deployment.web.address, "shop")
    with Streaming(client) as stream, OnSocket(client) as socket:
        assert client.insist("go", "1") == ["Begun.", "Anything else?"]
        assert client.insist("milk", "2") == ["Noted: milk"]

        # The web process dies in the middle of a turn, with all three on it.
        hold.touch()
        waiting = threading.Thread(target=client.insist, args=("go", "3"))
        waiting.start()
        for follower in (stream, socket):
            follower.await_text("Begun.", times=2)
        deployment.web.kill()
        hold.unlink()
        deployment.web.start()
        waiting.join()
        assert client.insist("eggs", "4") == ["Noted: eggs"]

        # The worker dies in the middle of a turn that somebody else has begun.
        hold.touch()
        socket.say("go", "5")
        for follower in (stream, socket):
            follower.await_text("Begun.", times=3)
        deployment.workers[0].kill()
        hold.unlink()
        deployment.workers[0].start()
        assert client.insist("go", "5") == ["Begun.", "Anything else?"]
        assert client.insist("bread", "6") == ["Noted: bread"]

        stored = client.messages()
        for follower in (stream, socket):
            follower.await_seq(stored[-1]["seq"])

    assert [message["seq"] for message in stored] == list(range(1, 16))
    assert [message["text"] for message in stored if message["role"] == "user"] == [
        "go",
        "milk",
        "go",
        "eggs",
        "go",
        "bread",
    ]
    assert client.messages_seen == stored
    assert stream.seen == stored
    assert socket.seen == stored
    assert stream.connections > 1
    assert socket.connections > 1
    for process in (*deployment.webs, *deployment.workers):
        assert client.token not in process.output()
