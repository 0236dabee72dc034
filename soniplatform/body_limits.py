"""Bodies that are too large are refused before they are read: Django writes whatever comes to the disk first."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from conversations_app.api.problems import problem

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

_TOO_LARGE = "soni.body_too_large"
_NO_BODY: Message = {"type": "http.request", "body": b"", "more_body": False}


def bounded(scope: dict[str, Any], receive: Receive) -> Receive:
    """Gives Django no more than may be read. A body that is larger is none at all, and its request is marked: the
    middleware below refuses it, with an id and a line in the log like any other."""
    body = _BoundedBody(scope, receive, _limit(scope["path"]))
    return body.receive


class _BoundedBody:
    def __init__(self, scope: dict[str, Any], receive: Receive, limit: int):
        self._scope = scope
        self._receive = receive
        self._limit = limit
        self._read = 0
        self._ended = False

    async def receive(self) -> Message:
        if self._ended:
            return await self._disconnect()
        if _declared_length(self._scope) > self._limit:
            return self._too_large()
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            return self._too_large()
        if self._read and not message.get("more_body"):
            self._tell_length()
        return message

    def _tell_length(self) -> None:
        """DRF takes a body that came in chunks, without a length, for none at all."""
        if not any(name == b"content-length" for name, _ in self._scope["headers"]):
            self._scope["headers"] = [*self._scope["headers"], (b"content-length", str(self._read).encode())]

    def _too_large(self) -> Message:
        self._ended = True
        self._scope[_TOO_LARGE] = self._limit
        return _NO_BODY

    async def _disconnect(self) -> Message:
        """What is still on its way is thrown away piece by piece."""
        while (message := await self._receive())["type"] != "http.disconnect":
            pass
        return message


def _limit(path: str) -> int:
    if not path.startswith("/api/"):
        return int(settings.PAGE_BODY_BYTES)
    return int(settings.API_IMPORT_BYTES if path.rstrip("/").endswith("/import") else settings.API_BODY_BYTES)


def _declared_length(scope: dict[str, Any]) -> int:
    """A body without a length comes in chunks, and is counted as it comes."""
    declared: bytes = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(declared) if declared.isdigit() else 0


@sync_and_async_middleware
def refuse_large_bodies(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    async def answer_async(request: HttpRequest) -> Any:
        return _refusal(request) or await get_response(request)

    def answer(request: HttpRequest) -> Any:
        return _refusal(request) or get_response(request)

    return answer_async if iscoroutinefunction(get_response) else answer


def _refusal(request: HttpRequest) -> HttpResponse | None:
    limit = getattr(request, "scope", {}).get(_TOO_LARGE)
    if limit is None:
        return None
    refused = problem(413, "body_too_large", f"The body is larger than {limit} bytes.")
    # Whoever goes on sending is not heard to the end.
    refused["Connection"] = "close"
    return refused
