from conversations_app.api.described import examples
from conversations_app.api.described.conversations import IDEMPOTENCY_KEY
from conversations_app.api.described.operation import API_KEY, SESSION, Answer, operation

_TAG = "agents"
_STAFF = (API_KEY, SESSION)
_REFUSALS = (
    *("conversation_not_found", "not_found", "scope_missing", "permission_denied"),
    *("not_handed_off", "conversation_closed"),
)

reply = operation(
    "replyAsAgent",
    _TAG,
    "Reply to the user as a person",
    "Needs the scope `manage`, and a conversation that has been handed over. Staff write in their own name; a key says "
    "as `agent` who writes. Who replies first, if nobody has taken over, is the conversation's `agent`.",
    body="NewReply",
    body_examples={"By a key": {"text": "Hello, this is Marta.", "agent": "Marta"}, "By staff": {"text": "Hello."}},
    parameters=[IDEMPOTENCY_KEY],
    answers={201: Answer("It is stored, and on its way to the user.", "PostedMessage", {"message": examples.REPLY})},
    refusals=[
        *_REFUSALS,
        "message_empty",
        "message_not_text",
        "message_too_long",
        "client_id_too_long",
        "idempotency_conflict",
        "idempotency_key_invalid",
        "client_id_reused",
    ],
    credentials=_STAFF,
    changes=True,
)
typing = operation(
    "showTyping",
    _TAG,
    "Show the user that somebody writes",
    "As long as it takes: send it again every few seconds, and `false` at the end. Nothing is stored.",
    body="Typing",
    body_examples={"By a key": {"active": True, "agent": "Marta"}, "By staff": {"active": True}},
    answers={204: Answer("Whoever looks sees it.")},
    refusals=_REFUSALS,
    credentials=_STAFF,
    changes=True,
)
