"""What clients get to see, and how it reaches them."""

from conversations_app.delivery.frames import message_frame, public_message, public_task, status_frame, typing_frame
from conversations_app.delivery.push import group_name, push, push_later
from conversations_app.delivery.sinks import BufferedMessageSink

__all__ = [
    "BufferedMessageSink",
    "group_name",
    "message_frame",
    "public_message",
    "public_task",
    "push",
    "push_later",
    "status_frame",
    "typing_frame",
]
