from conversations_app.api.bodies import ConversationPage
from conversations_app.api.described import examples
from conversations_app.api.described.operation import (
    API_KEY,
    NOBODY,
    SESSION,
    TOKEN,
    Answer,
    header,
    operation,
)
from conversations_app.limits import CLIENT_ID_LENGTH

_TAG = "conversations"
_ABSENT = ("conversation_not_found", "not_found")

IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "Any text of your own. The same key with the same body gives the first answer again, with "
    "`Idempotent-Replayed: true`; with another body, 409.",
    maxLength=CLIENT_ID_LENGTH,
    minLength=1,
    pattern="^[!-~]+$",
)

listing = operation(
    "listConversations",
    _TAG,
    "Conversations, newest first",
    "Needs the scope `manage`. Filters are joined by “and”. The open question is not shown here.",
    parameters=[ConversationPage],
    answers={200: Answer("A page of them.", "ConversationPage", {"results": [examples.LISTED], "next": None})},
    refusals=["invalid", "cursor_invalid", "scope_missing"],
    credentials=(API_KEY, SESSION),
)
starting = operation(
    "startConversation",
    _TAG,
    "Start a conversation",
    "With an API key, with its bot. Without one, with a public bot, from a page of one of its allowed origins. "
    "The `token` is the end user's credential for this one conversation. The bot's welcome, if any, is message 1.",
    body="NewConversation",
    body_examples={
        "Only the bot": {"bot": "greeter"},
        "More": {"bot": "greeter", "user_ref": "customer-17", "language": "en", "metadata": {"page": "/pricing"}},
    },
    parameters=[IDEMPOTENCY_KEY],
    answers={201: Answer("It is started.", "StartedConversation", examples.STARTED)},
    refusals=[
        "idempotency_key_invalid",
        "idempotency_needs_credential",
        "channel_needs_credential",
        "credential_required",
        "origin_not_allowed",
        "identity_invalid",
        "identity_not_verified",
        "bot_not_found",
        "bot_archived",
        "idempotency_key_reused",
    ],
    credentials=(API_KEY, NOBODY),
)
one = operation(
    "getConversation",
    _TAG,
    "Where a conversation stands",
    "With the scope `inspect` also its flow stack and slots, sensitive ones masked.",
    answers={200: Answer("The conversation.", "InspectedConversation", examples.INSPECTED)},
    refusals=_ABSENT,
)
erasing = operation(
    "eraseConversation",
    _TAG,
    "Erase a conversation for good",
    "Needs the scope `erase`. Everything that is stored of it is deleted at once. Whoever asks again gets 404.",
    answers={204: Answer("It is gone.")},
    refusals=[*_ABSENT, "scope_missing", "permission_denied"],
    credentials=(API_KEY, SESSION),
    changes=True,
)
ticket = operation(
    "issueTicket",
    _TAG,
    "A ticket for the socket or the event stream",
    "For who can't send a header: it goes into the address as `?ticket=`, works once, and only for a moment.",
    answers={201: Answer("The ticket.", "Ticket", {"ticket": "WyIwYjZhZDZmMCJd:1tKxyz:Yk3w", "expires_in": 30})},
    refusals=[*_ABSENT, "staff_cannot_post"],
    credentials=(API_KEY, TOKEN),
)
