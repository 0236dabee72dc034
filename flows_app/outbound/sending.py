import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import httpcore
import httpx

from flows_app.outbound import destinations, headers
from flows_app.outbound.allowances import Allowances
from flows_app.outbound.connecting import Resolver, system_resolver
from flows_app.outbound.errors import OutboundFailed, OutboundRefused
from flows_app.outbound.exchange import OutboundRequest, OutboundResponse
from flows_app.outbound.limits import REQUEST_BYTES
from flows_app.outbound.reading import read_body
from flows_app.outbound.transport import GuardedTransport

logger = logging.getLogger(__name__)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
# No compression, because a small answer can unpack to a huge one; no connection kept, because calls are rare.
_OWN_HEADERS = {"Accept-Encoding": "identity", "Connection": "close"}


async def send(
    request: OutboundRequest,
    *,
    allowances: Allowances | None = None,
    resolver: Resolver = system_resolver,
    connector: httpcore.AsyncNetworkBackend | None = None,
) -> OutboundResponse:
    """Sends once and reads the whole answer; any status is an answer, except a redirect.

    Raises OutboundRefused or OutboundFailed, and nothing else.

    It speaks to the transport without an httpx client: a client would log each URL with what users said in it, read
    proxies from the environment, and keep cookies.
    """
    progress = _Progress()
    try:
        prepared = _prepared(request, progress)
        async with (
            asyncio.timeout(request.timeout),
            GuardedTransport(allowances=allowances, resolver=resolver, connector=connector) as transport,
        ):
            return await _exchange(transport, prepared)
    except OutboundRefused as refused:
        logger.warning("Outbound call refused: %s", refused)
        raise
    except TimeoutError:
        reason = f"There was no complete answer within {request.timeout:g} seconds."
        raise OutboundFailed(reason, maybe_delivered=progress.begun) from None
    except httpx.TransportError as error:
        raise OutboundFailed(_reason(error), maybe_delivered=progress.begun) from None
    except OSError as error:
        # TLS that breaks in the middle of an answer comes through httpcore as it is.
        raise OutboundFailed(_broken(error), maybe_delivered=progress.begun) from None


class _Progress:
    """Knows whether the request has begun to leave. From then on nobody can say that it did not arrive."""

    begun = False

    async def trace(self, event: str, info: dict[str, Any]) -> None:
        if event.endswith("send_request_headers.started"):
            self.begun = True


def _prepared(request: OutboundRequest, progress: _Progress) -> httpx.Request:
    url = destinations.parse(request.url)
    if request.method not in _METHODS:
        raise OutboundRefused("This method can't be sent.")
    if problem := headers.problem(request.headers):
        raise OutboundRefused(problem)
    if len(request.body or b"") > REQUEST_BYTES:
        raise OutboundRefused(f"The request is longer than {REQUEST_BYTES:,} bytes.")
    return httpx.Request(
        request.method,
        url,
        headers=_with_ours(request.headers),
        content=request.body,
        extensions={"trace": progress.trace},
    )


def _with_ours(given: Mapping[str, str]) -> httpx.Headers:
    merged = httpx.Headers({"User-Agent": "SoniPlatform"})
    merged.update([(name.encode("ascii"), value.strip().encode()) for name, value in given.items()])
    merged.update(_OWN_HEADERS)
    return merged


async def _exchange(transport: GuardedTransport, request: httpx.Request) -> OutboundResponse:
    response = await transport.handle_async_request(request)
    try:
        if 300 <= response.status_code < 400:
            # Followed, it would lead wherever the other side likes, with our headers.
            raise OutboundFailed(
                f"The answer is a redirect ({response.status_code}), which is not followed: call its target directly.",
                maybe_delivered=True,
                repeatable=False,
            )
        return OutboundResponse(response.status_code, dict(response.headers), await read_body(response))
    finally:
        await response.aclose()


def _reason(error: httpx.TransportError) -> str:
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return f"There was no connection: {str(error)[:200] or 'it took too long'}."
    return _broken(error)


def _broken(error: Exception) -> str:
    return f"The connection broke ({type(error).__name__})."
