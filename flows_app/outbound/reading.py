"""Reads an answer to its end or to its limit, whichever comes first."""

import zlib
from collections.abc import AsyncIterator

import httpx

from flows_app.outbound.errors import OutboundFailed
from flows_app.outbound.limits import RESPONSE_BYTES

_TOO_LONG = f"The answer is longer than {RESPONSE_BYTES:,} bytes."


async def read_body(response: httpx.Response) -> bytes:
    """We ask for no compression, but some servers compress all the same."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity"):
        return await _collected(response.aiter_raw(), Plain())
    if encoding in ("gzip", "x-gzip", "deflate"):
        return await _collected(response.aiter_raw(), Inflated())
    raise _unusable("The answer is encoded in a way that was not asked for.")


class Plain:
    def decode(self, part: bytes, room: int) -> bytes:
        return part

    def finish(self) -> None:
        pass


class Inflated:
    """Never inflates more than there is room for: httpx would inflate a whole part before anyone could count it."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)

    def decode(self, part: bytes, room: int) -> bytes:
        try:
            return self._zlib.decompress(part, room + 1)
        except zlib.error:
            raise _unusable("The answer's compression is broken.") from None

    def finish(self) -> None:
        if not self._zlib.eof:
            raise _unusable("The answer's compression is broken.")


async def _collected(parts: AsyncIterator[bytes], decoder: Plain | Inflated) -> bytes:
    body = bytearray()
    received = 0
    async for part in parts:
        received += len(part)
        body += decoder.decode(part, RESPONSE_BYTES - len(body))
        if max(received, len(body)) > RESPONSE_BYTES:
            raise _unusable(_TOO_LONG)
    if received:
        decoder.finish()
    return bytes(body)


def _unusable(reason: str) -> OutboundFailed:
    return OutboundFailed(reason, maybe_delivered=True, repeatable=False)
