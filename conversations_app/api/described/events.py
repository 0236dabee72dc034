from drf_spectacular.utils import OpenApiParameter

from conversations_app.api.bodies import After
from conversations_app.api.described import examples
from conversations_app.api.described.operation import EVERYBODY, TICKET, Answer, header, operation

_STREAM = {
    "type": "object",
    "description": "Of a stream of server-sent events, each one.",
    "properties": {
        "id": {"type": "string", "description": "Of a message, its `seq`."},
        "event": {"enum": ["message", "typing", "status", "gone"]},
        "data": {"type": "string", "description": "JSON in one line; of a message, the schema `Message`."},
    },
    "required": ["event", "data"],
}

events = operation(
    "streamEvents",
    "messages",
    "A conversation's events as they come",
    "Server-sent events: `message` (its `id` is the message's `seq`), `typing`, `status`, and `gone` as the last if "
    "the conversation is erased. First comes what was said after `Last-Event-ID`, or after `after`; then whatever "
    "happens. Comments keep the connection alive. The stream ends after some minutes: come back with `Last-Event-ID`.",
    parameters=[
        After,
        OpenApiParameter("ticket", str, description="In place of a header; see `issueTicket`."),
        header(
            "Last-Event-ID", "The `id` of the last event that you have; goes before `after`.", pattern="^[0-9]{1,9}$"
        ),
    ],
    answers={200: Answer("The stream.", _STREAM, examples.EVENTS, media_type="text/event-stream")},
    refusals=[
        "invalid",
        "ticket_invalid",
        "origin_not_allowed",
        "conversation_not_found",
        "not_found",
        "too_many_open",
    ],
    credentials=(*EVERYBODY, TICKET),
)
