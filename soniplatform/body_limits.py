"""Bodies that are too large, or too slow, are refused before they are read: Django writes whatever comes to the disk
first, and waits for the rest as long as it takes."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from conversations_app.api.problems import problem, too_many_open
from conversations_app.rate_limiting import Held, TooManyOpen, address_of_scope, open_connections

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

# Under which the scope has what makes the answer to a body that is refused.
_REFUSED = "soni.body_refused"
_NO_BODY: Message = {"type": "http.request", "body": b"", "more_body": False}


def bounded(scope: dict[str, Any], receive: Receive) -> Receive:
    """Gives Django no more than may be read, in the time that it may take. A body that is refused is none at all, and
    its request is marked: the middleware below answers it, with an id and a line in the log like any other."""
    body = _BoundedBody(scope, receive, _limit(scope["path"]), _seconds(scope["path"]))
    return body.receive


class _BoundedBody:
    def __init__(self, scope: dict[str, Any], receive: Receive, limit: int, seconds: float):
        self._scope = scope
        self._receive = receive
        self._limit = limit
        self._seconds = seconds
        self._ends: float | None = None
        self._read = 0
        self._held: Held | None = None
        self._is_whole = not _may_follow(scope)
        self._refused = False

    async def receive(self) -> Message:
        if self._refused:
            return await self._disconnect()
        if self._is_whole:
            return await self._receive()
        if _declared_length(self._scope) > self._limit:
            return self._refuse(partial(_too_large, self._limit))
        try:
            message = await self._in_time()
        except TooManyOpen:
            return self._refuse(too_many_open)
        except TimeoutError:
            return self._refuse(partial(_too_slow, self._seconds))
        return self._counted(message)

    async def _in_time(self) -> Message:
        """The next piece. The body is half-sent from the first on, until it is whole or is given up."""
        if self._ends is None:
            self._ends = asyncio.get_running_loop().time() + self._seconds
            self._held = open_connections.hold(("half_sent_by_address", address_of_scope(self._scope)))
        try:
            async with asyncio.timeout_at(self._ends):
                return await self._receive()
        except BaseException:
            self._let_go()
            raise

    def _counted(self, message: Message) -> Message:
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            return self._refuse(partial(_too_large, self._limit))
        if not message.get("more_body"):
            self._is_whole = True
            self._let_go()
            if self._read:
                self._tell_length()
        return message

    def _tell_length(self) -> None:
        """DRF takes a body that came in chunks, without a length, for none at all."""
        if not any(name == b"content-length" for name, _ in self._scope["headers"]):
            self._scope["headers"] = [*self._scope["headers"], (b"content-length", str(self._read).encode())]

    def _refuse(self, answer: Callable[[], HttpResponse]) -> Message:
        self._refused = True
        self._let_go()
        self._scope[_REFUSED] = answer
        return _NO_BODY

    def _let_go(self) -> None:
        if self._held:
            self._held.release()

    async def _disconnect(self) -> Message:
        """The rest of the body is thrown away piece by piece."""
        while (message := await self._receive())["type"] != "http.disconnect":
            pass
        return message


def _limit(path: str) -> int:
    if not path.startswith("/api/"):
        return int(settings.PAGE_BODY_BYTES)
    return int(settings.API_IMPORT_BYTES if path.rstrip("/").endswith("/import") else settings.API_BODY_BYTES)


def _seconds(path: str) -> float:
    return float(settings.API_BODY_SECONDS if path.startswith("/api/") else settings.PAGE_BODY_SECONDS)


def _may_follow(scope: dict[str, Any]) -> bool:
    """Whether there can be a body: in HTTP/2 the head need not say so."""
    said = any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
    return said or scope["method"] not in ("GET", "HEAD", "OPTIONS")


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
    answer: Callable[[], HttpResponse] | None = getattr(request, "scope", {}).get(_REFUSED)
    if answer is None:
        return None
    refused = answer()
    # A client that goes on sending is not heard to the end.
    refused["Connection"] = "close"
    return refused


def _too_large(limit: int) -> HttpResponse:
    return problem(413, "body_too_large", f"The body is larger than {limit} bytes.")


def _too_slow(seconds: float) -> HttpResponse:
    return problem(408, "body_too_slow", f"The body did not come in whole in {seconds:g} s.")
