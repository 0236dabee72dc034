"""Listening to a conversation's events in a request, without a thread or a connection to the database meanwhile.

The channel layer may be down, or hang. The listener is told so, and asks the database instead.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID

from channels.layers import get_channel_layer

from conversations_app.concurrency.breaker import Breaker
from conversations_app.delivery import group_name
from conversations_app.limits import WAIT_SUBSCRIBE_SECONDS

logger = logging.getLogger(__name__)

T = TypeVar("T")
Frame = dict[str, Any]

_joining = Breaker()


class Listener:
    """Hears what is pushed to one conversation's clients, as far as the channel layer works."""

    def __init__(self, conversation_id: UUID):
        self._group = group_name(conversation_id)
        self._channel: str | None = None

    @property
    def hears(self) -> bool:
        """Whether events come at all, so far as is known."""
        return self._channel is not None

    async def join(self) -> None:
        """Subscribes, unless the channel layer has just failed for another listener: then it is not waited for."""
        if _joining.is_open:
            return
        layer = get_channel_layer()
        channel = await _in_time(layer.new_channel(), WAIT_SUBSCRIBE_SECONDS)
        # Noted before it joins: a listener that is cut off meanwhile leaves again.
        self._channel = channel
        if channel is None:
            _joining.failed()
        elif await _in_time(_done(layer.group_add(self._group, channel))):
            _joining.works()
        else:
            _joining.failed()
            await self.leave()

    async def leave(self) -> None:
        if self._channel is not None:
            left, self._channel = self._channel, None
            await _in_time(get_channel_layer().group_discard(self._group, left))

    async def next_frame(self, seconds: float) -> Frame | None:
        """The next one in this time, or None when the time has passed. A layer that fails says so at once: from then
        on nothing is heard, until somebody joins anew."""
        started = time.monotonic()
        if self._channel is not None:
            try:
                event = await _in_time(get_channel_layer().receive(self._channel), seconds, quietly=False)
            except Exception as failed:  # noqa: BLE001  whatever it is, the database can be asked
                _tell(failed)
                event = None
                await self.leave()
            if event is not None:
                frame: Frame = event["frame"]
                return frame
        await asyncio.sleep(max(seconds - (time.monotonic() - started), 0))
        return None


@asynccontextmanager
async def listening(conversation_id: UUID) -> AsyncIterator[Listener]:
    listener = Listener(conversation_id)
    try:
        await listener.join()
        yield listener
    finally:
        await listener.leave()


async def _done(asked: Coroutine[Any, Any, Any]) -> bool:
    await asked
    return True


async def _in_time(asked: Coroutine[Any, Any, T], seconds: float | None = None, *, quietly: bool = True) -> T | None:
    """Gives the channel layer's answer if it comes in time, else None. An error is raised, or gives None if `quietly`.

    asyncio's own time limits wait for what they cancel. That may never end: a library can swallow the cancellation.
    """
    task = asyncio.create_task(asked)
    try:
        await asyncio.wait({task}, timeout=WAIT_SUBSCRIBE_SECONDS if seconds is None else seconds)
        if task.done():
            return task.result()
    except Exception as failed:
        if not quietly:
            raise
        _tell(failed)
    finally:
        task.cancel()
    return None


def _tell(failed: Exception) -> None:
    logger.warning("The channel layer failed while somebody listened to a conversation: %r", failed)
