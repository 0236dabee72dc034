"""What a flow says is on the socket while it still works."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.client import ApiClient
from tests.support.deployment import Deployment
from tests.support.processes import manage, standalone_server

pytestmark = pytest.mark.processes

PLUGIN = """
import os, pathlib, time
from flows_app.registry import action

@action("work", inputs=["number"])
def work(number):
    here = pathlib.Path(os.environ["WORKSHOP"])
    while not (here / f"may-end-{number}").exists():
        time.sleep(0.01)
    (here / f"ended-{number}").touch()
"""
BOT = """
name: Slow
slug: slow
default_flow: work
settings: {public: true}
flows:
  work:
    steps:
      - {name: one, type: say, message: One.}
      - {name: first, type: action, call: work, inputs: {number: "1"}, timeout: 300}
      - {name: two, type: say, message: Two.}
      - {name: second, type: action, call: work, inputs: {number: "2"}, timeout: 300}
      - {name: three, type: say, message: Three.}
"""


@contextmanager
def standalone(workshop: Path, **settings: str) -> Iterator[str]:
    server = standalone_server(workshop / "data", workshop / "server.log", **settings)
    server.start()
    try:
        manage({"SONI_DATA_DIR": str(workshop / "data"), **settings}, *import_slow(workshop))
        yield server.address
    finally:
        server.kill()


def import_slow(workshop: Path) -> tuple[str, ...]:
    return "import_bot", str(workshop / "slow.yaml"), "--publish"


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "slow_plugin.py").write_text(PLUGIN)
    (tmp_path / "slow.yaml").write_text(BOT)
    return {"SONI_PLUGINS": "slow_plugin", "PYTHONPATH": str(tmp_path), "WORKSHOP": str(tmp_path)}


def test_standalone(tmp_path: Path, settings: dict[str, str]) -> None:
    with standalone(tmp_path, **settings) as address:
        check_that_each_is_there_before_the_next_action_ends(address, tmp_path)


def test_distributed(tmp_path: Path, settings: dict[str, str], postgresql_url: str, redis_url: str) -> None:
    with Deployment.on(postgresql_url, redis_url, tmp_path, settings) as deployment:
        deployment.manage(*import_slow(tmp_path))
        check_that_each_is_there_before_the_next_action_ends(deployment.web.address, tmp_path)


def check_that_each_is_there_before_the_next_action_ends(address: str, workshop: Path) -> None:
    client = ApiClient(address, "slow")
    with client.socket() as socket:
        next_from_bot = replies_on(socket.next)
        socket.send({"type": "message", "text": "go", "client_id": "1"})

        assert next_from_bot() == "One."
        assert not (workshop / "ended-1").exists()
        (workshop / "may-end-1").touch()
        assert next_from_bot() == "Two."
        assert (workshop / "ended-1").exists()
        assert not (workshop / "ended-2").exists()
        (workshop / "may-end-2").touch()
        assert next_from_bot() == "Three."
        assert socket.next("status")["status"] == "open"


def replies_on(next_frame: Callable[[str], dict[str, dict[str, str]]]) -> Callable[[], str]:
    def next_from_bot() -> str:
        while (message := next_frame("message")["message"])["role"] != "bot":
            pass
        return message["text"]

    return next_from_bot
