"""Messages and conversations as clients see them, and how they reach them."""

from conversations_app.delivery.frames import (
    gone_frame,
    group_name,
    message_frame,
    public_agent,
    public_conversation,
    public_facts,
    public_message,
    public_options,
    public_rating,
    public_task,
    status_frame,
    typing_frame,
)
from conversations_app.delivery.outbound import StoredMessage, row_of
from conversations_app.delivery.server_sent_events import encode_event
from conversations_app.delivery.sinks import (
    BufferedMessageSink,
    CallbackMessageSink,
    FanOutMessageSink,
    SSEMessageSink,
)

__all__ = [
    "BufferedMessageSink",
    "CallbackMessageSink",
    "FanOutMessageSink",
    "SSEMessageSink",
    "StoredMessage",
    "encode_event",
    "gone_frame",
    "group_name",
    "message_frame",
    "public_agent",
    "public_conversation",
    "public_facts",
    "public_message",
    "public_options",
    "public_rating",
    "public_task",
    "row_of",
    "status_frame",
    "typing_frame",
]
