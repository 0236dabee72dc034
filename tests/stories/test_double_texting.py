"""A user who does not wait for the answer, on the socket of a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.client import ApiClient, Socket
from tests.support.processes import Server, manage, standalone_server

pytestmark = pytest.mark.processes

PLUGIN = """
import os, pathlib, time
from flows_app.registry import action

@action("work")
def work():
    here = pathlib.Path(os.environ["WORKSHOP"])
    while not (here / "may-end").exists():
        time.sleep(0.01)
"""
BOT = """
name: Slow
slug: {slug}
default_flow: work
settings: {{public: true, double_texting: {slug}}}
flows:
  work:
    slots: [{{name: note}}]
    steps:
      - {{name: begun, type: say, message: Begun.}}
      - {{name: work, type: action, call: work, timeout: 300}}
      - {{name: ask, type: collect, slot: note, message: Anything else?}}
      - {{name: noted, type: say, message: "Noted: {{note}}"}}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "slow_plugin.py").write_text(PLUGIN)
    settings = {"SONI_PLUGINS": "slow_plugin", "PYTHONPATH": str(tmp_path), "WORKSHOP": str(tmp_path)}
    server = standalone_server(tmp_path / "data", tmp_path / "server.log", **settings)
    server.start()
    try:
        for slug in ("reject", "merge"):
            path = tmp_path / f"{slug}.yaml"
            path.write_text(BOT.format(slug=slug))
            manage({"SONI_DATA_DIR": str(tmp_path / "data"), **settings}, "import_bot", str(path), "--publish")
        yield server
    finally:
        server.kill()


def begin(socket: Socket) -> None:
    socket.send({"type": "message", "text": "go", "client_id": "go"})
    assert socket.messages_until(2)[-1]["text"] == "Begun."


def test_one_at_a_time_or_all_together(server: Server, tmp_path: Path) -> None:
    refused, merged = ApiClient(server.address, "reject"), ApiClient(server.address, "merge")
    with refused.socket() as one, merged.socket() as several:
        begin(one)
        one.send({"type": "message", "text": "hello?", "client_id": "again"})
        error = one.next("error")
        assert (error["code"], error["client_id"]) == ("turn_in_progress", "again")
        one.send({"type": "message", "text": "go", "client_id": "go"})
        assert one.next("ack")["seq"] == 1
        with pytest.raises(AssertionError, match="turn_in_progress"):
            refused.say("hello?")

        begin(several)
        for number, text in enumerate(("milk", "eggs", "and bread")):
            several.send({"type": "message", "text": text, "client_id": str(number)})
            several.next("ack")
        (tmp_path / "may-end").touch()

        assert one.messages_until(3)[-1]["text"] == "Anything else?"
        assert refused.say("milk")["replies"][0]["text"] == "Noted: milk"
        answer = several.messages_until(7)[-1]
        assert (answer["text"], answer["turn"]) == ("Noted: milk\neggs\nand bread", 5)
