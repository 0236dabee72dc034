"""Bodies that are too large, on a real server: refused before they are read, whether they say their length or not."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.support.client import ApiClient
from tests.support.processes import Server

pytestmark = pytest.mark.processes

API_BYTES = 64_000


@pytest.fixture
def client(standalone: Server) -> ApiClient:
    return ApiClient(standalone.address, "greeter")


def in_chunks(size: int) -> Iterator[bytes]:
    yield b'{"text": "'
    for _ in range(size // 1_000):
        yield b"x" * 1_000
    yield b'"}'


def post(client: ApiClient, content: bytes | Iterator[bytes], path: str = "messages") -> httpx.Response:
    return client._http.post(
        f"/conversations/{client.id}/{path}", content=content, headers={"Content-Type": "application/json"}
    )


def nothing_is_stored(client: ApiClient) -> bool:
    return not [message for message in client.messages() if message["role"] == "user"]


@pytest.mark.parametrize("size", [API_BYTES + 1, 5_000_000])
def test_a_body_that_says_that_it_is_too_large(client: ApiClient, size: int) -> None:
    refused = post(client, b" " * size)

    assert refused.status_code == 413
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "body_too_large"
    assert refused.headers["X-Request-ID"]
    assert nothing_is_stored(client)


@pytest.mark.parametrize("size", [100_000, 3_000_000])
def test_a_body_that_does_not_say_how_large_it_is(client: ApiClient, size: int) -> None:
    refused = post(client, in_chunks(size))

    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")
    assert nothing_is_stored(client)


def test_one_that_is_just_small_enough_is_read(client: ApiClient) -> None:
    body = json.dumps({"text": "hi"}).encode()

    assert post(client, body + b" " * (API_BYTES - len(body))).status_code == 202
    assert post(client, iter([body[:5], body[5:]])).status_code == 202


def test_a_page_has_a_limit_too(standalone: Server) -> None:
    refused = httpx.post(f"{standalone.address}/admin/login/", content=in_chunks(11_000_000), timeout=60)

    assert refused.status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        b'{"text": "a\\u0000b"}',
        b'{"text": "\\ud800"}',
        b'{"text": "\xff"}',
        b"[" * 60_000,
        b'{"text": ' + b'{"a": ' * 9_000 + b"1" + b"}" * 9_000 + b"}",
        b'{"text": "hi", "client_id": "\\ud800"}',
        b'{"text": "hi", "option": {"a": "\\u0000"}, "reply_to": 1}',
        b'{"text": "hi", "commands": [{"type": "\\ud800"}]}',
        b'{"text": NaN}',
    ],
)
def test_what_can_not_be_stored_is_refused_with_a_reason(client: ApiClient, content: bytes) -> None:
    refused = post(client, content)

    assert 400 <= refused.status_code < 500, refused.text
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert nothing_is_stored(client)
