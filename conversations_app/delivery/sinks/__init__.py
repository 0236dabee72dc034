"""Where a turn's messages go. Each is a `MessageSink`; a receiver that fails or has gone never breaks the turn."""

from conversations_app.delivery.sinks.buffered import BufferedMessageSink
from conversations_app.delivery.sinks.callback import CallbackMessageSink
from conversations_app.delivery.sinks.fan_out import FanOutMessageSink
from conversations_app.delivery.sinks.sse import SSEMessageSink

__all__ = [
    "BufferedMessageSink",
    "CallbackMessageSink",
    "FanOutMessageSink",
    "SSEMessageSink",
]
