import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from conversations_app.delivery.frames import public_message
from conversations_app.delivery.outbound import row_of
from conversations_app.delivery.server_sent_events import encode_event
from flows_app.engine import OutboundMessage


class SSEMessageSink:
    """Server-sent events, for a response that iterates over them while the turn runs.

    Made on the event loop of the response; turns send from theirs. A turn has a step limit, so the queue has one too.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        # None is the end of the stream.
        self._events: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._reader_left = False

    async def send(self, message: OutboundMessage) -> None:
        row = row_of(message)
        self._put(encode_event("message", public_message(row), row.seq))

    def close(self) -> None:
        """Ends the stream after everything that was sent has been read."""
        self._put(None)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while (event := await self._events.get()) is not None:
                yield event
        finally:
            self._reader_left = True

    def _put(self, event: bytes | None) -> None:
        if not self._reader_left:
            with suppress(RuntimeError):  # the response's loop has ended, and its reader with it
                self._loop.call_soon_threadsafe(self._events.put_nowait, event)
