import inspect
import logging
from collections.abc import Callable

from flows_app.engine import OutboundMessage

logger = logging.getLogger(__name__)


class CallbackMessageSink:
    """Calls a function, sync or async, with each message. It runs on the event loop: a sync one must be quick."""

    def __init__(self, callback: Callable[[OutboundMessage], object]):
        self._callback = callback

    async def send(self, message: OutboundMessage) -> None:
        try:
            result = self._callback(message)
            if inspect.isawaitable(result):
                await result
        except Exception:
            logger.exception("A receiver of messages failed at %s.", message.key)
