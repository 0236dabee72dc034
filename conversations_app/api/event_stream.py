"""A conversation's events, one after another, each message exactly once and in its order.

The channel layer brings them at once, but may drop some, or be down; the database is asked for whatever is missing.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from conversations_app.api.listening import Frame, Listener, listening
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import encode_event, gone_frame, public_message, status_frame
from conversations_app.delivery.onlooking import masked_frame, masked_message
from conversations_app.delivery.shapes import MessageShape
from conversations_app.limits import (
    MESSAGES_PER_PAGE,
    STAFF_LOOK_AGAIN_SECONDS,
    STREAM_HEARTBEAT_SECONDS,
    STREAM_RETRY_SECONDS,
    STREAM_SECONDS,
    WAIT_POLL_SECONDS,
)
from conversations_app.models import Conversation, Message
from conversations_app.rate_limiting import Held

_HEARTBEAT = b": still here\n\n"


class EventStream:
    """Stream for a response, which closes it when the client has gone: a bare generator would stay subscribed."""

    def __init__(self, conversation_id: UUID, after: int, *, masked: bool = False, held: Held | None = None):
        self._events = _events(conversation_id, after, masked=masked)
        self._loop = asyncio.get_running_loop()
        self._held = held

    def __aiter__(self) -> "EventStream":
        return self

    async def __anext__(self) -> bytes:
        try:
            return await anext(self._events)
        except BaseException:  # it has ended, or has been cancelled
            self._release()
            raise

    def close(self) -> None:
        """Django calls it from a thread. A stream that is waiting at this moment has been cancelled instead."""
        self._release()
        closing = self._events.aclose()
        try:
            asyncio.run_coroutine_threadsafe(_quietly(closing), self._loop)
        except RuntimeError:  # the loop has ended, and all that was on it
            return

    def _release(self) -> None:
        if self._held:
            self._held.release()


async def _quietly(closing: Any) -> None:
    with suppress(RuntimeError):
        await closing


async def _events(conversation_id: UUID, after: int, *, masked: bool) -> AsyncGenerator[bytes, None]:
    """Subscribes first and back-fills then, so that nothing is missed. `masked` unless it is for the user."""
    yield f"retry: {STREAM_RETRY_SECONDS * 1000}\n\n".encode()
    async with listening(conversation_id) as listener:
        stream = _Stream(conversation_id, after, masked=masked)
        async for event in stream.caught_up():
            yield event
        # Staff come back soon, and are asked again who they are: a session may end, and a role.
        ends = time.monotonic() + (min(STREAM_SECONDS, STAFF_LOOK_AGAIN_SECONDS) if masked else STREAM_SECONDS)
        while not stream.gone and (left := ends - time.monotonic()) > 0:
            async for event in stream.next_of(listener, left):
                yield event


class _Stream:
    def __init__(self, conversation_id: UUID, after: int, *, masked: bool):
        self._conversation_id = conversation_id
        # The newest message that the client has.
        self._sent = after
        self._status: Frame | None = None
        self._last_beat = time.monotonic()
        self._masked = masked
        self.gone = False

    async def next_of(self, listener: Listener, seconds: float) -> AsyncIterator[bytes]:
        """Yields the events of the next push; if none comes for a while, what the database has, and a heartbeat when it
        is due."""
        patience = STREAM_HEARTBEAT_SECONDS if listener.hears else min(WAIT_POLL_SECONDS, STREAM_HEARTBEAT_SECONDS)
        frame = await listener.next_frame(min(patience, seconds))
        async for event in self._of(frame) if frame else self.caught_up():
            yield event
        if time.monotonic() - self._last_beat >= STREAM_HEARTBEAT_SECONDS:
            self._last_beat = time.monotonic()
            yield _HEARTBEAT
            if not listener.hears:
                await listener.join()

    async def caught_up(self) -> AsyncIterator[bytes]:
        """Yields every message that is stored and not sent, then the state of the conversation, if that is news."""
        conversation = await in_orm_thread(_find, self._conversation_id)
        if conversation is None:
            yield self._end()
            return
        async for event in self._missed(conversation.last_seq):
            yield event
        status = status_frame(conversation)
        if status != self._status:
            yield self._stand(status)

    async def _of(self, frame: Frame) -> AsyncIterator[bytes]:
        if frame == gone_frame():
            yield self._end()
        elif frame["type"] == "message":
            async for event in self._message(frame["message"]):
                yield event
        elif frame["type"] == "status" and not self._is_old(frame):
            async for event in self._missed(frame["last_seq"]):
                yield event
            yield self._stand(frame)
        elif frame["type"] == "typing":
            yield encode_event("typing", _without_type(frame))

    async def _message(self, message: dict[str, Any]) -> AsyncIterator[bytes]:
        if message["seq"] == self._sent + 1:
            yield self._say(message)
            return
        async for event in self._missed(message["seq"]):
            yield event

    async def _missed(self, last_seq: int) -> AsyncIterator[bytes]:
        """Yields messages from the database up to this seq that have not been sent."""
        while self._sent < last_seq:
            messages = await in_orm_thread(_messages_after, self._conversation_id, self._sent)
            for message in messages:
                yield self._say(message)
            if not messages:
                return

    def _is_old(self, status: Frame) -> bool:
        """Whether it was pushed before what the database has told since."""
        return self._status is not None and bool(status["last_seq"] < self._status["last_seq"])

    def _say(self, message: Mapping[str, Any]) -> bytes:
        self._sent = message["seq"]
        return encode_event("message", masked_message(message) if self._masked else message, self._sent)

    def _stand(self, status: Frame) -> bytes:
        self._status = status
        return encode_event("status", _without_type(masked_frame(status) if self._masked else status))

    def _end(self) -> bytes:
        self.gone = True
        return encode_event("gone", _without_type(gone_frame()))


def _without_type(frame: Frame) -> Frame:
    """The event's own name says it."""
    return {name: value for name, value in frame.items() if name != "type"}


def _find(conversation_id: UUID) -> Conversation | None:
    return Conversation.objects.filter(pk=conversation_id).first()


def _messages_after(conversation_id: UUID, seq: int) -> list[MessageShape]:
    following = Message.objects.filter(conversation_id=conversation_id, seq__gt=seq).order_by("seq")
    return [public_message(message) for message in following[:MESSAGES_PER_PAGE]]
