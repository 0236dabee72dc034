from drf_spectacular.utils import OpenApiParameter

from conversations_app.api.bodies import MessagePage
from conversations_app.api.described import examples
from conversations_app.api.described.conversations import IDEMPOTENCY_KEY
from conversations_app.api.described.operation import API_KEY, EVERYBODY, TOKEN, Answer, operation
from conversations_app.limits import WAIT_SECONDS

_TAG = "messages"
_ABSENT = ("conversation_not_found", "not_found")

listing = operation(
    "listMessages",
    _TAG,
    "Messages in their order",
    "`seq` is dense and increasing: one cursor for this list, the event stream and the socket. `next` goes into "
    "`after`, `previous` into `before`.",
    parameters=[MessagePage],
    answers={
        200: Answer(
            "A page of them.",
            "MessagePage",
            {"results": [examples.GREETING, examples.QUESTION], "next": None, "previous": None},
        )
    },
    refusals=["invalid", *_ABSENT],
    credentials=EVERYBODY,
)
posting = operation(
    "postMessage",
    _TAG,
    "Say something",
    "A text; or, in its place, a button (`option` and `reply_to`), or commands (scope `commands`). Without `wait` the "
    "answer comes by the stream, the socket or the list; with it, in this same response, once the turn has ended.",
    body="NewMessage",
    body_examples={
        "A text": {"text": "hi"},
        "A text that is stored once": {"text": "hi", "client_id": "3f1c"},
        "Commands": {"commands": [{"type": "start_flow", "flow": "greet"}]},
    },
    parameters=[
        OpenApiParameter(
            "wait",
            {"type": "number", "minimum": 0, "maximum": WAIT_SECONDS},
            description="Wait so many seconds for the turn to end.",
        ),
        IDEMPOTENCY_KEY,
    ],
    answers={
        200: Answer(
            "With `wait`: the message and what was answered; `complete` is false if the time was up first.",
            "AnsweredMessage",
            {"message": examples.GREETING, "replies": [examples.QUESTION], "complete": True},
        ),
        202: Answer("It is stored, and its turn will follow.", "PostedMessage", {"message": examples.GREETING}),
    },
    refusals=[
        *_ABSENT,
        "message_empty",
        "message_not_text",
        "message_too_long",
        "client_id_too_long",
        "idempotency_conflict",
        "idempotency_key_invalid",
        "option_and_more",
        "option_incomplete",
        "option_not_storable",
        "reply_to_unknown",
        "seen_unknown",
        "scope_missing",
        "staff_cannot_post",
        "conversation_closed",
        "turn_in_progress",
        "too_many_unanswered",
        "client_id_reused",
    ],
    credentials=(API_KEY, TOKEN),
)
