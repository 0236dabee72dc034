"""Requests to the application itself, as a server hands them in: nothing between them and what is really served."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from asgiref.testing import ApplicationCommunicator

from soniplatform.asgi import application

HOST = "testserver"
ORIGIN = f"http://{HOST}"
SECONDS = 20


@dataclass(frozen=True)
class Sent:
    """What a client sends along to say who it is."""

    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    # What of it must never be seen again, neither in an answer nor in a log.
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def outcome(self) -> str:
        """`201`, or `404 bot_not_found`."""
        if self.status < 400:
            return str(self.status)
        assert self.headers["content-type"] == "application/problem+json", self.text
        document = json.loads(self.text)
        assert document["status"] == self.status
        return f"{self.status} {document['code']}"

    @property
    def told(self) -> tuple[int, dict[str, str], Any]:
        """All that a client learns, but for the request's own id."""
        headers = {name: value for name, value in self.headers.items() if name != "x-request-id"}
        document = json.loads(self.text) if self.text else None
        if isinstance(document, dict):
            document.pop("request_id", None)
        return self.status, headers, document


# One loop for all requests that are over when they are answered: it takes as long to make one as to answer.
_loop = asyncio.Runner()


def begin_anew() -> None:
    """Closes the loop: what is sent to an open one that does not run waits in vain."""
    global _loop
    _loop.run(asyncio.sleep(0))  # what was sent already arrives
    _loop.close()
    _loop = asyncio.Runner()


def ask(method: str, path: str, sent: Sent, body: Any = None) -> Answer:
    return _loop.run(_ask(method, path, sent, body))


async def _ask(method: str, path: str, sent: Sent, body: Any) -> Answer:
    path, _, query = path.partition("?")
    query = "&".join(filter(None, (query, sent.query)))
    headers = {"content-type": "application/json"} | sent.headers
    server = _communicator({"type": "http", "method": method, **_address(path, query, headers)})
    content = b"" if body is None else json.dumps(body).encode()
    await server.send_input({"type": "http.request", "body": content})
    start = await server.receive_output(SECONDS)
    answered = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
    text = await _content(server, streams=answered.get("content-type") == "text/event-stream")
    return Answer(start["status"], answered, text)


async def _content(server: Any, *, streams: bool) -> str:
    """All of it; of a stream, which has no end, so much as says that it flows."""
    content = b""
    more = True
    while more and not (streams and b"event: status" in content):
        part = await server.receive_output(SECONDS)
        content += part.get("body", b"")
        more = part.get("more_body", False)
    if more:
        await server.send_input({"type": "http.disconnect"})
    await server.wait(SECONDS)
    return content.decode()


class Socket:
    """A client of a conversation's socket."""

    def __init__(self, conversation_id: Any, sent: Sent):
        path = f"/ws/conversations/{conversation_id}/"
        self._server = _communicator({"type": "websocket", **_address(path, sent.query, sent.headers)})

    async def connect(self) -> dict[str, Any]:
        """What the server says to it: `websocket.accept`, or `websocket.close`, which servers make a 403 of."""
        await self._server.send_input({"type": "websocket.connect"})
        answer: dict[str, Any] = await self._server.receive_output(SECONDS)
        return answer

    async def send(self, frame: dict[str, Any]) -> None:
        await self._server.send_input({"type": "websocket.receive", "text": json.dumps(frame)})

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds; others are passed over."""
        while True:
            event = await self._server.receive_output(SECONDS)
            frame: dict[str, Any] = json.loads(event["text"])
            if frame["type"] in kinds:
                return frame

    async def close_code(self) -> int:
        while (event := await self._server.receive_output(SECONDS))["type"] != "websocket.close":
            pass
        return int(event["code"])

    async def leave(self) -> None:
        await self._server.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._server.wait(SECONDS)


@asynccontextmanager
async def connected(conversation_id: Any, sent: Sent) -> AsyncIterator[Socket]:
    socket = Socket(conversation_id, sent)
    answer = await socket.connect()
    try:
        assert answer["type"] == "websocket.accept", answer
        yield socket
    finally:
        await socket.leave()


def knock(conversation_id: Any, sent: Sent) -> dict[str, Any]:
    """Only asks to be let in."""

    async def knocked() -> dict[str, Any]:
        socket = Socket(conversation_id, sent)
        answer = await socket.connect()
        await socket.leave()
        return answer

    return asyncio.run(knocked())


def _address(path: str, query: str, headers: dict[str, str]) -> dict[str, Any]:
    given = {"host": HOST} | {name.lower(): value for name, value in headers.items()}
    return {
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
        "server": (HOST, 80),
        "client": ("127.0.0.1", 50_000),
    }


def _communicator(scope: dict[str, Any]) -> Any:
    # The library is not typed.
    communicator: Any = ApplicationCommunicator
    return communicator(application, {"scheme": "ws" if scope["type"] == "websocket" else "http", **scope})
