"""Limits on a real server: over HTTP and on sockets, standalone and by Redis for all processes together."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.client import ApiClient, Socket
from tests.support.deployment import Deployment
from tests.support.processes import Server, standalone_server

pytestmark = pytest.mark.processes

POLICY = 1008


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("limits")
    server = standalone_server(
        directory / "data",
        directory / "server.log",
        SONI_RATE_LIMITS="true",
        SONI_LIMIT_MESSAGE_BY_CONVERSATION="60/hour:2",
        SONI_LIMIT_FRAME_BY_SOCKET="60/hour:3",
        SONI_LIMIT_FRAME_BY_CONVERSATION="60/hour:5",
    )
    server.start()
    yield server
    server.kill()


def test_over_http(server: Server) -> None:
    client = ApiClient(server.address, "greeter")

    answers = [client._http.post(f"/conversations/{client.id}/messages", json={"text": "hi"}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert answers[2].json()["code"] == "rate_limited"
    assert int(answers[2].headers["Retry-After"]) > 0


def test_a_socket_is_told_which_message_was_too_much_and_stays_open(server: Server) -> None:
    client = ApiClient(server.address, "greeter")
    with client.socket() as socket:
        for number in range(3):
            socket.send({"type": "message", "text": "hi", "client_id": f"{number}"})
            assert socket.next("ack")["client_id"] == f"{number}"
        socket.send({"type": "message", "text": "hi", "client_id": "too much"})
        refused = socket.next("error")

        assert (refused["code"], refused["client_id"]) == ("rate_limited", "too much")
        assert 0 < refused["retry_after"] <= 60
        socket.send("nonsense")
        assert socket.next("error")["code"] == "rate_limited"
    assert len([message for message in client.messages() if message["role"] == "user"]) == 3


def test_all_sockets_of_a_conversation_share_a_limit(server: Server) -> None:
    client = ApiClient(server.address, "greeter")
    with client.socket() as one, client.socket() as two:
        for number in range(3):
            one.send({"type": "message", "text": "hi", "client_id": f"one {number}"})
            one.next("ack")
        for number in range(2):
            two.send({"type": "message", "text": "hi", "client_id": f"two {number}"})
            two.next("ack")
        two.send({"type": "message", "text": "hi", "client_id": "too much"})

        assert two.next("error")["client_id"] == "too much"


def test_who_goes_on_all_the_same_is_cut_off(server: Server) -> None:
    client = ApiClient(server.address, "greeter")
    told: list[str] = []

    def go_on_and_on(socket: Socket) -> None:
        for _ in range(100):
            socket.send("{}")
            told.append(json.loads(socket.connection.recv(timeout=30))["code"])

    with client.socket() as socket, pytest.raises(ConnectionClosed) as closed:
        go_on_and_on(socket)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == POLICY
    assert set(told) == {"unknown_type", "rate_limited"}


def test_two_web_processes_count_together(postgresql_url: str, redis_url: str, tmp_path: Path) -> None:
    limits = {"SONI_RATE_LIMITS": "true", "SONI_LIMIT_START_BY_ADDRESS": "60/hour:4"}
    with Deployment.on(postgresql_url, redis_url, tmp_path, limits, workers=0, webs=2) as deployment:
        deployment.create_demo_bot()
        answers = [
            httpx.post(
                f"{web.address}/api/v1/conversations",
                json={"bot": "greeter"},
                headers={"Origin": web.address},
                timeout=60,
            ).status_code
            for _ in range(3)
            for web in deployment.webs
        ]

    assert answers == [201, 201, 201, 201, 429, 429]
