"""The API's own way through Django: what it leaves out, and what it must not."""

import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from conversations_app.credentials import issue_token
from soniplatform.asgi import application
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

Headers = dict[str, str]


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


async def get(path: str, **headers: str) -> tuple[int, Headers]:
    given = [(b"host", b"testserver")] if "host" not in headers else []
    given += [(name.encode(), value.encode()) for name, value in headers.items()]
    server = ApplicationCommunicator(
        application,
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": given,
            "scheme": "http",
            "server": ("testserver", 80),
        },
    )
    await server.send_input({"type": "http.request", "body": b""})
    start: dict[str, Any] = await server.receive_output(60)
    await server.receive_output(60)
    await server.wait(60)
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}


def address(talk: Talk) -> str:
    return f"/api/v1/conversations/{talk.id}"


def credential(talk: Talk) -> str:
    return f"Bearer {issue_token(talk.id)}"


def through_all_middleware(talk: Talk) -> set[str]:
    response = Client().get(address(talk), headers={"Authorization": credential(talk)})
    return {name.lower() for name in response.headers}


async def test_an_answer_has_the_same_headers_as_with_all_middleware(talk: Talk) -> None:
    usual = await sync_to_async(through_all_middleware)(talk)

    status, headers = await get(address(talk), authorization=credential(talk))

    assert status == 200
    assert set(headers) == usual
    assert {"x-content-type-options", "x-frame-options", "x-request-id", "content-language"} <= usual


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/v1/nothing", {}, 404),
        ("/api/v1/conversations/0f3a8f7e-0000-4000-8000-000000000000", {}, 401),
        ("/api/v1/conversations/0f3a8f7e-0000-4000-8000-000000000000", {"host": "evil.example"}, 400),
    ],
)
async def test_what_goes_wrong_is_a_problem_document(path: str, headers: Headers, status: int) -> None:
    answered, given = await get(path, **headers)

    assert (answered, given["content-type"]) == (status, "application/problem+json")
    assert given["x-request-id"]


async def test_no_thread_is_started_for_a_request(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    await get(address(talk), authorization=credential(talk))  # the first starts those that stay
    started: list[str] = []
    start = threading.Thread.start

    def note_and_start(thread: threading.Thread) -> None:
        started.append(thread.name)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", note_and_start)

    for _ in range(3):
        await get(address(talk), authorization=credential(talk))

    # Those for the ORM are started as they are needed, up to a few that stay.
    assert [name for name in started if not name.startswith("orm_")] == []
