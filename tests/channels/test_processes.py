"""The platform in a process of its own, with the channel as a plugin, and a provider that kills it."""

import os
import signal
from pathlib import Path

import httpx
import pytest

from tests.channels.postcards import signature
from tests.channels.provider import SECRET, Provider
from tests.support.pizzeria import PATH
from tests.support.processes import manage, standalone_server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

EVERYTHING = ["Welcome to the pizzeria!", "We have pizza.", "Which size?\n1. Small\n2. Large"]


def test_a_process_killed_between_sending_and_noting_sends_again_and_the_user_reads_once(
    tmp_path: Path, provider: Provider
) -> None:
    settings = {
        "SONI_DATA_DIR": str(tmp_path / "data"),
        "SONI_PLUGINS": "tests.channels.postcards",
        "OUTBOUND_ALLOWED_PRIVATE": "127.0.0.1",
        "POSTCARDS_URL": provider.url,
        "POSTCARDS_SECRET": SECRET,
    }
    server = standalone_server(tmp_path / "data", tmp_path / "server.log", **settings)
    server.start()
    try:
        manage(settings, "import_bot", str(PATH), "--publish")

        def kill_once(text: str) -> None:
            if text == "We have pizza.":
                provider.before_answer = lambda text: None
                os.kill(server.pid, signal.SIGKILL)

        provider.before_answer = kill_once
        card = b'{"id": "1", "from": "ana", "text": "hi"}'
        headers = {"X-Signature": signature(card)}
        taken = httpx.post(f"{server.address}/channels/postcards/pizzeria/", content=card, headers=headers)
        assert taken.status_code == 200
        wait_until(lambda: not server.running, "the provider has killed it")

        server.start()
        # The lease of the dead worker runs out first.
        wait_until(lambda: len(provider.shown["ana"]) == 3, "the rest has been sent", seconds=240)

        assert provider.shown["ana"] == [
            "Welcome to the pizzeria!",
            "We have pizza.",
            "Which size?\n1. Small\n2. Large",
        ]
        assert [text for _, text in provider.asked].count("We have pizza.") == 2
        again = httpx.post(f"{server.address}/channels/postcards/pizzeria/", content=card, headers=headers)
        assert again.status_code == 200
    finally:
        server.kill()
