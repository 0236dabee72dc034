"""The pages for probes and for Prometheus, without the network between."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import AsyncClient, Client
from pytest_django.fixtures import Settings

from conversations_app.concurrency import event_loop
from soniplatform.observing import probing, readiness, worker_port
from soniplatform.observing.worker_port import open_port
from tests.support.ports import free_port
from tests.support.statements import counted_statements

pytestmark = pytest.mark.django_db

PROXIED = {"X-Forwarded-For": "127.0.0.1"}


@pytest.fixture(autouse=True)
def _not_looked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_migrated", False)


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there must answer, however slow the machine is."""
    monkeypatch.setattr(probing, "LIMIT_SECONDS", 60)
    monkeypatch.setattr(worker_port, "LOOP_SECONDS", 60)


def test_alive_without_a_database() -> None:
    with counted_statements() as statements:
        answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert statements == []


def test_ready() -> None:
    answer = Client().get("/readyz")

    checks = {"database": "ok", "migrations": "ok", "channel_layer": "ok"}
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": checks})


async def test_on_the_servers_event_loop_too() -> None:
    assert (await AsyncClient().get("/readyz")).status_code == 200
    assert (await AsyncClient().get("/nowhere")).status_code == 404


def test_a_probe_needs_no_host_name_and_no_https(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["bots.example.org"]
    settings.SECURE_SSL_REDIRECT = True

    for page in ("/healthz", "/readyz", "/metrics"):
        assert Client().get(page, headers={"Host": "10.0.0.7"}).status_code == 200
    assert Client().get("/", headers={"Host": "bots.example.org"}).status_code == 301


def test_not_ready_before_the_migrations_are_applied() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="conversations_app").latest("id")
    newest.delete()
    try:
        answer = Client().get("/readyz")
    finally:
        newest.save(force_insert=True)

    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_ready"
    assert answer.json()["checks"] == {"database": "ok", "migrations": "not applied", "channel_layer": "ok"}
    assert Client().get("/readyz").status_code == 200


def test_what_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(probing, "LIMIT_SECONDS", 0.1)
    monkeypatch.setattr("channels.layers.InMemoryChannelLayer.receive", lambda *_: never())

    assert Client().get("/readyz").json()["checks"]["channel_layer"] == "timed out"


# Metrics


def test_this_machine_may_read_the_metrics() -> None:
    answer = Client().get("/metrics")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert b"soni_turns_total" in answer.content
    assert b'soni_unanswered_conversations{state="waiting"} 0.0' in answer.content


@pytest.mark.parametrize("asked", [{"REMOTE_ADDR": "203.0.113.7"}, {"headers": PROXIED}, {"REMOTE_ADDR": ""}])
def test_others_find_nothing(asked: dict[str, Any]) -> None:
    answer = Client().get("/metrics", **asked)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert b"soni_" not in answer.content


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"Authorization": "Bearer a-token"}, 200),
        ({"Authorization": "Bearer a-token", **PROXIED}, 200),
        ({"Authorization": "Bearer another"}, 404),
        ({"Authorization": "Bearer ü"}, 404),
        ({"Authorization": "a-token"}, 404),
        ({}, 404),
    ],
)
def test_a_token_is_asked_of_everybody(settings: Settings, given: dict[str, str], status: int) -> None:
    settings.METRICS_TOKEN = "a-token"

    assert Client().get("/metrics", headers=given).status_code == status


def test_without_a_database_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def down() -> None:
        raise OperationalError("no route to host")

    monkeypatch.setattr("soniplatform.observing.pages.count_backlog", down)
    answer = Client().get("/metrics")

    assert answer.status_code == 200
    assert b"soni_turns_total" in answer.content
    assert b"soni_unanswered_conversations" not in answer.content


# A worker's port


@pytest.fixture
def worker(settings: Settings) -> Iterator[str]:
    settings.METRICS_PORT = free_port()
    server = open_port()
    assert server is not None
    yield f"http://127.0.0.1:{settings.METRICS_PORT}"
    server.shutdown()
    server.server_close()


def ask(url: str, headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.get(url, headers=headers, timeout=60)


def test_a_worker_has_a_port_of_its_own(worker: str, settings: Settings) -> None:
    assert ask(f"{worker}/healthz").status_code == 200
    assert "soni_turns_total" in ask(f"{worker}/metrics").text
    assert ask(f"{worker}/metrics", PROXIED).status_code == 404
    assert ask(f"{worker}/admin/").status_code == 404

    settings.METRICS_TOKEN = "a-token"
    assert ask(f"{worker}/metrics").status_code == 404
    assert ask(f"{worker}/metrics", {"authorization": "Bearer a-token"}).status_code == 200


def test_a_worker_whose_loop_stands_still_is_not_alive(worker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(coroutine: Any, timeout: float | None = None) -> None:
        coroutine.close()
        raise TimeoutError

    monkeypatch.setattr(event_loop, "run", stuck)

    assert ask(f"{worker}/healthz").status_code == 503


@pytest.mark.usefixtures("worker")
def test_a_port_that_is_taken_stops_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    assert open_port() is None
    assert "No metrics on port" in caplog.text
