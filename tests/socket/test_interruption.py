"""A web process that loses Redis for a moment: no client stays connected and deaf."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from conversations_app.socket.consumer import TRY_AGAIN
from tests.socket.test_socket import close_code_of
from tests.support.client import ApiClient
from tests.support.deployment import Deployment
from tests.support.services import own_redis

pytestmark = pytest.mark.processes


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    with own_redis() as server, redis.Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def deployment(postgresql_url: str, broker: redis.Redis, tmp_path: Path) -> Iterator[Deployment]:
    port = broker.connection_pool.connection_kwargs["port"]
    with Deployment.on(postgresql_url, f"redis://127.0.0.1:{port}/0", tmp_path) as running:
        running.create_demo_bot()
        yield running


def test_sockets_are_closed_and_clients_find_what_they_missed(deployment: Deployment, broker: redis.Redis) -> None:
    client = ApiClient(deployment.web.address, "greeter")
    with client.socket() as socket:
        broker.client_kill_filter(_type="pubsub")
        assert close_code_of(socket) == TRY_AGAIN

    client.say("hi")

    with client.socket() as socket:
        socket.send({"type": "resume", "after": 0})
        assert [message["seq"] for message in socket.messages_until(2)] == [1, 2]
        client.say("Alice")
        assert socket.messages_until(4)[-1]["text"] == "Hello, Alice!"
    assert "Traceback" not in deployment.web.output()
