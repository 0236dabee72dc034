"""Against a real server on loopback, and against answers that only a hostile one gives."""

import asyncio
import logging
import ssl
import traceback
from typing import Any

import httpx
import pytest

from flows_app.outbound import Allowances, GuardedTransport, OutboundFailed, OutboundRefused, OutboundRequest, send
from flows_app.outbound.limits import REQUEST_BYTES
from tests.outbound.loopback import LoopbackServer
from tests.outbound.recording import RecordingConnector, RecordingResolver, RecordingStream

LOOPBACK = Allowances.read(["127.0.0.1"])


async def call(server: LoopbackServer, path: str, **fields: Any) -> Any:
    request = OutboundRequest(**{"method": "GET", "url": server.url + path, "timeout": 60.0, **fields})
    return await send(request, allowances=LOOPBACK)


async def failure_of(server: LoopbackServer, path: str, **fields: Any) -> OutboundFailed:
    with pytest.raises(OutboundFailed) as failure:
        await call(server, path, **fields)
    return failure.value


async def test_an_answer_comes_back(server: LoopbackServer) -> None:
    response = await call(server, "/echo?a=1", method="POST", body=b'{"x": 1}', headers={"X-One": "año"})

    assert response.status == 200
    assert b'"items"' in response.body
    [seen] = server.seen
    assert (seen.method, seen.path, seen.body) == ("POST", "/echo?a=1", b'{"x": 1}')
    assert seen.headers["Accept-Encoding"] == "identity"
    assert seen.headers["Host"] == f"127.0.0.1:{server.port}"
    assert seen.headers["X-One"].encode("latin-1").decode() == "año"


async def test_an_error_status_is_an_answer(server: LoopbackServer) -> None:
    assert (await call(server, "/error")).status == 500


@pytest.mark.parametrize("path", ["/silence", "/trickle"])
async def test_the_time_limit_is_for_the_whole_call(server: LoopbackServer, path: str) -> None:
    failure = await failure_of(server, path, timeout=3)

    assert failure.maybe_delivered
    assert "3 seconds" in str(failure)


async def test_a_slow_resolver_is_cut_before_anything_is_sent() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(OutboundFailed) as failure:
        await send(OutboundRequest("GET", "http://slow.example/", timeout=0.1), resolver=never)

    assert not failure.value.maybe_delivered


@pytest.mark.parametrize("path", ["/endless", "/bomb", "/trailing"])
async def test_a_long_answer_is_cut(server: LoopbackServer, path: str) -> None:
    failure = await failure_of(server, path)

    assert "longer than 1,000,000 bytes" in str(failure)
    assert (failure.maybe_delivered, failure.repeatable) == (True, False)


async def test_a_compressed_answer_is_read(server: LoopbackServer) -> None:
    assert (await call(server, "/zipped")).body == b'{"id": 1}'


@pytest.mark.parametrize("path", ["/halfzipped", "/brotli", "/cut"])
async def test_a_broken_answer_is_a_failure(server: LoopbackServer, path: str) -> None:
    assert (await failure_of(server, path)).maybe_delivered


async def test_a_redirect_is_not_followed(server: LoopbackServer) -> None:
    failure = await failure_of(server, "/redirect")

    assert "redirect (302)" in str(failure)
    assert [seen.path for seen in server.seen] == ["/redirect"]


async def test_nobody_listening_is_undelivered(server: LoopbackServer) -> None:
    server.port = 1  # refused by the guard if it were not allowed; nothing listens there

    assert not (await failure_of(server, "/")).maybe_delivered


async def test_the_next_address_is_tried(server: LoopbackServer) -> None:
    resolver = RecordingResolver(["127.99.0.1", "127.0.0.1"])

    response = await send(
        OutboundRequest("GET", f"http://two.example:{server.port}/echo"),
        allowances=Allowances.read(["127.0.0.0/8"]),
        resolver=resolver,
    )

    assert response.status == 200


async def test_proxies_of_the_environment_are_ignored(server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")

    assert (await call(server, "/echo")).status == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"headers": {"X-One": "a\r\nX-Two: b"}},
        {"headers": {"X-One": "a\nb"}},
        {"headers": {"X-One": "a\x00b"}},
        {"headers": {"X-One": "\ud800"}},
        {"headers": {"X-One: a\r\nX-Two": "b"}},
        {"headers": {"": "b"}},
        {"headers": {"Host": "other.example"}},
        {"headers": {"content-length": "3"}},
        {"headers": {"Transfer-Encoding": "chunked"}},
        {"headers": {"X-One": "a", "x-one": "b"}},
        {"headers": {f"X-{number}": "a" for number in range(60)}},
        {"headers": {"X-One": "a" * 9_000}},
        {"method": "GET / HTTP/1.1\r\nX:"},
        {"method": "CONNECT"},
        {"body": b" " * (REQUEST_BYTES + 1)},
        {"url": "http://example.com/\r\nX-Two: b"},
    ],
)
async def test_a_request_that_would_be_two_is_refused(fields: dict[str, Any]) -> None:
    connector = RecordingConnector()
    with pytest.raises(OutboundRefused):
        await send(
            OutboundRequest(**{"method": "GET", "url": "http://example.com/", **fields}),
            resolver=RecordingResolver(),
            connector=connector,
        )
    assert connector.connected == []


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"a" * 200_000])
async def test_an_answer_that_is_no_http_is_a_failure(answer: bytes) -> None:
    with pytest.raises(OutboundFailed) as failure:
        await send(
            OutboundRequest("GET", "http://example.com/"),
            allowances=Allowances(),
            resolver=RecordingResolver(),
            connector=RecordingConnector(answer),
        )
    assert failure.value.maybe_delivered


async def test_tls_that_breaks_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Any, max_bytes: int, timeout: float | None = None) -> bytes:
        raise ssl.SSLError("s3cret")

    monkeypatch.setattr(RecordingStream, "read", broken)
    with pytest.raises(OutboundFailed, match="SSLError") as failure:
        await send(
            OutboundRequest("GET", "https://example.com/"),
            allowances=Allowances(),
            resolver=RecordingResolver(),
            connector=RecordingConnector(),
        )
    assert failure.value.maybe_delivered


async def test_nothing_private_is_told(server: LoopbackServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = []
    for path in ("/echo/s3cret", "/cut?q=s3cret", "/redirect?q=s3cret", "/\r\ns3cret"):
        request = OutboundRequest("POST", server.url + path, {"Authorization": "s3cret"}, b"s3cret")
        told.append(repr(request))
        try:
            told.append(repr(await send(request, allowances=LOOPBACK)))
        except (OutboundFailed, OutboundRefused) as error:
            told += [repr(error), *traceback.format_exception(error)]

    assert "s3cret" not in caplog.text
    assert "s3cret" not in "".join(told)


async def test_a_library_can_bring_its_own_client() -> None:
    """Even one that follows redirects stays inside the guard."""
    connector = RecordingConnector(
        b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
    )
    transport = GuardedTransport(allowances=Allowances(), resolver=RecordingResolver(), connector=connector)

    async with httpx.AsyncClient(transport=transport, trust_env=False, follow_redirects=True) as client:
        with pytest.raises(OutboundRefused):
            await client.get("http://example.com/")

    assert len(connector.connected) == 1
