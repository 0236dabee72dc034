"""JSON over HTTP on one connection that stays open: no more than that, so that the client costs next to nothing."""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

# Longer than any answer may take: a platform that gives none must not hang the run.
PATIENCE = 45


class Refused(RuntimeError):
    """The platform answered with a problem."""


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, authorization: str):
        self._reader, self._writer = reader, writer
        self._headers = f"Host: {host}\r\nAuthorization: {authorization}\r\nContent-Type: application/json"

    @classmethod
    async def to(cls, address: str, authorization: str, source: str | None = None) -> "Connection":
        """From another address of this machine, if one is given."""
        where = urlsplit(address)
        local = (source, 0) if source else None
        reader, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=local)
        return cls(reader, writer, where.netloc, authorization)

    async def post(self, path: str, body: Any) -> dict[str, Any]:
        content = json.dumps(body)
        self._writer.write(
            f"POST {path} HTTP/1.1\r\n{self._headers}\r\nContent-Length: {len(content)}\r\n\r\n{content}".encode()
        )
        async with asyncio.timeout(PATIENCE):
            return await self._answer()

    async def _answer(self) -> dict[str, Any]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].split()[0])
        answer: dict[str, Any] = json.loads(await self._reader.readexactly(length))
        if not head.startswith(("http/1.1 200", "http/1.1 202")):
            raise Refused(f"{head.splitlines()[0]}: {answer}")
        return answer

    def close(self) -> None:
        self._writer.close()
