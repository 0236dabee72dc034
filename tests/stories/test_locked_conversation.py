"""A conversation whose row somebody holds and does not let go, seen by its user and by others."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.support.client import ApiClient
from tests.support.deployment import SECRET_KEY, Deployment
from tests.support.processes import manage, standalone_server
from tests.support.services import fresh_database

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def deployment(postgresql_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    logs = tmp_path_factory.mktemp("locked")
    with Deployment.on(postgresql_url, redis_url, logs, {"DATABASE_LOCK_SECONDS": "0.5"}) as running:
        running.create_demo_bot()
        yield running


@contextmanager
def held(deployment: Deployment, conversation_id: str) -> Iterator[None]:
    with psycopg.connect(deployment.settings["DATABASE_URL"]) as connection:
        connection.execute("SELECT FROM conversations_app_conversation WHERE id = %s FOR UPDATE", [conversation_id])
        yield


def test_a_socket_is_told_to_send_it_again(deployment: Deployment) -> None:
    client = ApiClient(deployment.web.address, "greeter")
    message = {"type": "message", "text": "hi", "client_id": "one"}
    with client.socket() as socket:
        with held(deployment, client.id):
            socket.send(message)
            refused = socket.next("error")
            assert (refused["code"], refused["client_id"], refused["retry_after"]) == ("busy", "one", 2)
        socket.send(message)
        assert socket.next("ack")["seq"] == 1


def test_others_are_served_meanwhile(deployment: Deployment) -> None:
    stuck, free = (ApiClient(deployment.web.address, "greeter") for _ in range(2))
    with held(deployment, stuck.id), stuck.socket() as socket:
        for number in range(20):
            socket.send({"type": "message", "text": "hi", "client_id": str(number)})
        assert free.say("hi")["replies"][0]["text"] == "What is your name?"


def test_commands_and_migrations_wait_as_long_as_they_like(deployment: Deployment) -> None:
    asked = "from django.db import connection as c; k = c.cursor(); k.execute('SHOW lock_timeout'); print(k.fetchone())"

    assert deployment.shell(asked).strip() == "('0',)"


def test_a_process_that_is_web_and_worker_begins_to_serve_with_them(postgresql_url: str, tmp_path: Path) -> None:
    """It loads its application on a loop that runs."""
    with fresh_database(postgresql_url, f"soni_{uuid4().hex}") as database_url:
        settings = {
            "DATABASE_URL": database_url,
            "SECRET_KEY": SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SONI_HTTPS": "false",
            "DATABASE_LOCK_SECONDS": "0.5",
        }
        manage(settings, "migrate")
        server = standalone_server(tmp_path / "data", tmp_path / "server.log", **settings)
        server.page = "/readyz"
        server.start()
        try:
            assert "Traceback" not in server.output()
        finally:
            server.kill()


def test_where_sessions_have_their_limits(deployment: Deployment) -> None:
    """As web and workers open them."""
    asked = (
        "import soniplatform.asgi; from django.db import connection as c; k = c.cursor()\n"
        "for name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout'):\n"
        "    k.execute(f'SHOW {name}'); print(*k.fetchone())\n"
        "print(*(c.get_connection_params()[name] for name in ('tcp_user_timeout', 'keepalives_idle')))"
    )

    lock, idle, network, params = deployment.shell(asked).splitlines()

    assert (lock, idle) == ("500ms", "30s")
    assert network in ("30s", "0")  # 0 on a Unix socket
    assert params == "30000 8"
