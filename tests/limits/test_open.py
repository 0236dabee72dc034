"""How many connections one client may have open at once, on a real server."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from conversations_app.rate_limiting.open_connections import OpenConnections, TooManyOpen
from tests.support.client import ApiClient
from tests.support.processes import Server, standalone_server
from tests.support.waiting import wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("open")
    server = standalone_server(
        directory / "data",
        directory / "server.log",
        SONI_RATE_LIMITS="true",
        SONI_LIMIT_OPEN_BY_CONVERSATION="2",
        SONI_LIMIT_OPEN_BY_ADDRESS="3",
        SONI_LIMIT_HALF_SENT_BY_ADDRESS="2",
        SONI_API_BODY_SECONDS="10",
    )
    server.start()
    yield server
    server.kill()


@contextmanager
def stream(client: ApiClient) -> Iterator[Any]:
    with client._http.stream("GET", f"/conversations/{client.id}/events") as response:
        yield response


def is_let_in(client: ApiClient) -> bool:
    try:
        with client.socket():
            return True
    except InvalidStatus:
        return False


@pytest.mark.processes
def test_sockets_and_streams_are_limited_by_conversation_and_address(server: Server) -> None:
    client, other = ApiClient(server.address, "greeter"), ApiClient(server.address, "greeter")
    with ExitStack() as rest:
        with stream(client) as first, client.socket():
            assert first.status_code == 200
            assert not is_let_in(client)
            with stream(client) as refused:
                assert refused.status_code == 429
                assert json.loads(refused.read())["code"] == "too_many_open"
                assert refused.headers["Retry-After"]
            rest.enter_context(other.socket())
            assert not is_let_in(other)
        # What is closed makes room.
        wait_until(lambda: is_let_in(client), "the first two are forgotten")


@pytest.mark.processes
def test_half_sent_requests_are_limited_by_address_and_in_time(server: Server) -> None:
    client = ApiClient(server.address, "greeter")
    with ExitStack() as opened:
        halves = [opened.enter_context(half_sent(client, server.port)) for _ in range(2)]

        def one_more_is_refused() -> bool:
            """Once the server has read the heads of the others."""
            with half_sent(client, server.port) as third:
                third.settimeout(1)
                try:
                    return b"too_many_open" in answer_to(third)
                except TimeoutError:
                    return False

        wait_until(one_more_is_refused, "one more is refused")
        for half in halves:
            answer = answer_to(half)
            assert answer.startswith(b"HTTP/1.1 408")
            assert b"body_too_slow" in answer
    client.post("hi")


def answer_to(sent: socket.socket) -> bytes:
    """All of it: head and body may come one after the other."""
    answer = b""
    while not answer.endswith(b"0\r\n\r\n") and (piece := sent.recv(10_000)):
        answer += piece
    return answer


@contextmanager
def half_sent(client: ApiClient, port: int) -> Iterator[socket.socket]:
    head = (
        f"POST /api/v1/conversations/{client.id}/messages HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: {client._http.headers['Authorization']}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(head.encode())
        yield connection


@pytest.fixture
def limited(settings: Any) -> OpenConnections:
    settings.SONI_RATE_LIMITS = True
    settings.OPEN_LIMITS = {"open_by_conversation": 1, "open_by_address": 2, "half_sent_by_address": 0}
    return OpenConnections()


def test_who_is_refused_takes_up_no_place(limited: OpenConnections) -> None:
    here, full = ("open_by_address", "1.2.3.4"), ("open_by_conversation", "a")
    held = limited.hold(here, full)
    for _ in range(5):
        with pytest.raises(TooManyOpen):
            limited.hold(here, full)

    held.release()
    held.release()
    limited.hold(here, full)
    limited.hold(here)
    with pytest.raises(TooManyOpen):
        limited.hold(here)


def test_a_limit_of_none_is_no_limit(limited: OpenConnections, settings: Any) -> None:
    for _ in range(5):
        limited.hold(("half_sent_by_address", "1.2.3.4"))
    settings.SONI_RATE_LIMITS = False
    for _ in range(5):
        limited.hold(("open_by_conversation", "a"))
