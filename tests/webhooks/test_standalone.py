"""The whole way in one process: a real server, its worker and its sweeper, and a receiver that is away at first."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.client import ApiClient
from tests.support.processes import Server, manage, standalone_server
from tests.support.waiting import wait_until
from tests.webhooks.receiver import Answer, Receiver, receiving

pytestmark = pytest.mark.processes

BOT = "greeter"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    settings = {"OUTBOUND_ALLOWED_PRIVATE": "127.0.0.1", "SWEEP_INTERVAL_SECONDS": "1"}
    server = standalone_server(tmp_path / "data", tmp_path / "server.log", **settings)
    server.start()
    yield server
    server.kill()


def test_what_happens_is_told_by_tasks_and_what_failed_is_tried_again(
    server: Server, receiver: Receiver, tmp_path: Path
) -> None:
    made = manage({"SONI_DATA_DIR": str(tmp_path / "data")}, "create_api_key", BOT, "--scope", "webhooks")
    http = httpx.Client(
        base_url=f"{server.address}/api/v1",
        headers={"Authorization": f"Api-Key {made.strip().splitlines()[-1]}"},
        timeout=60,
    )
    added = http.post("/webhooks", json={"url": receiver.url, "events": ["message"]})
    assert added.status_code == 201, added.text
    endpoint = added.json()
    receiver.answers = [Answer(503)]

    talk = ApiClient(server.address, BOT)
    talk.say("hello")

    def told() -> set[int]:
        verified = [one.verified(endpoint["secret"]) for one in receiver.received[1:]]
        return {one["data"]["message"]["seq"] for one in verified}

    wait_until(lambda: told() == {message["seq"] for message in talk.messages()}, "every message has been told")
    wait_until(
        lambda: (
            {row["status"] for row in http.get(f"/webhooks/{endpoint['id']}/deliveries").json()["results"]}
            == {"delivered"}
        ),
        "the log says so",
    )
    # The one that was refused has come again, under its own id.
    ids = [one.id for one in receiver.received]
    assert ids.count(ids[0]) == 2
