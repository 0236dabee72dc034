"""As much of HTTP/1.1 as it takes: kept-alive connections that can also be cut, which no ASGI server lets one do."""

import asyncio
import json
import socket
import struct
from http import HTTPStatus

from tests.support.lm_server.answers import Answer
from tests.support.lm_server.requests import SeenRequest

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


async def read_request(reader: asyncio.StreamReader) -> SeenRequest | None:
    """None when the client has gone."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(_header(line) for line in head[1:] if line)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return SeenRequest(path=head[0].split(" ")[1], headers=headers, body=json.loads(body or b"{}"))


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


async def respond(writer: asyncio.StreamWriter, answer: Answer, model: str) -> None:
    body = answer.raw_body if answer.raw_body is not None else json.dumps(_body(answer, model)).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **answer.headers}
    lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    await writer.drain()


def cut(writer: asyncio.StreamWriter) -> None:
    """A reset, not a polite end."""
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    writer.transport.abort()


def _body(answer: Answer, model: str) -> dict[str, object]:
    if answer.status != HTTPStatus.OK:
        return {"error": {"message": answer.content, "type": "error", "code": str(answer.status)}}
    message = {"role": "assistant", "content": answer.content}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        **({"usage": dict(answer.usage)} if answer.usage is not None else {}),
    }
