import ssl
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import cast

import httpcore
import httpx

from flows_app.outbound import destinations
from flows_app.outbound.allowances import Allowances
from flows_app.outbound.connecting import GuardedBackend, Resolver, system_resolver
from flows_app.outbound.limits import KEPT_SECONDS


@lru_cache(maxsize=1)
def verified_tls() -> ssl.SSLContext:
    """Kept, because loading the authorities takes longer than most calls."""
    return httpx.create_ssl_context(trust_env=False)


class GuardedTransport(httpx.AsyncBaseTransport):
    """httpx's way out through the guard.

    A library that brings its own httpx client gets `httpx.AsyncClient(transport=GuardedTransport(), trust_env=False)`.
    It is not a subclass of `AsyncHTTPTransport`: if httpx renamed what we would replace there, the guard would be gone
    without a sound.
    """

    def __init__(
        self,
        *,
        allowances: Allowances | None = None,
        resolver: Resolver = system_resolver,
        connector: httpcore.AsyncNetworkBackend | None = None,
        connections: int | None = None,
        kept: int = 0,
    ) -> None:
        """`kept` connections wait for the next request. One may die just when it is used again, and nobody knows then
        whether the request arrived: only for requests that may be repeated."""
        self._allowances = Allowances.of_operator() if allowances is None else allowances
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=verified_tls(),
            network_backend=GuardedBackend(self._allowances, resolver, connector),
            max_connections=connections,
            max_keepalive_connections=kept,
            keepalive_expiry=KEPT_SECONDS,
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        destinations.check(request.url, self._allowances)
        with _httpx_errors():
            response = await self._pool.handle_async_request(_for_httpcore(request))
        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Stream(response),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _httpx_errors():
            async for part in self._response.aiter_stream():
                yield part

    async def aclose(self) -> None:
        await self._response.aclose()


def _for_httpcore(request: httpx.Request) -> httpcore.Request:
    url = request.url
    return httpcore.Request(
        method=request.method,
        url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
        headers=request.headers.raw,
        content=cast(AsyncIterable[bytes], request.stream),
        extensions=request.extensions,
    )


@contextmanager
def _httpx_errors() -> Iterator[None]:
    """httpx names its errors as httpcore does. Only the texts of failed connections are kept: others quote headers."""
    try:
        yield
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        kind = getattr(httpx, type(error).__name__, httpx.TransportError)
        text = str(error) if isinstance(error, httpcore.ConnectError) else ""
        raise kind(text) from None
