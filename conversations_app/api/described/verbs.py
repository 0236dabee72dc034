from conversations_app.api.described import examples
from conversations_app.api.described.operation import API_KEY, EVERYBODY, SESSION, TOKEN, Answer, operation

_TAG = "conversations"
_ABSENT = ("conversation_not_found", "not_found")
_STAFF = (API_KEY, SESSION)

close = operation(
    "closeConversation",
    _TAG,
    "Close a conversation",
    "For good, with the bot's goodbye, if it has one. One that is closed stays as it is.",
    answers={200: Answer("It is closed.", "Conversation", examples.CLOSED)},
    refusals=[*_ABSENT, "permission_denied"],
    credentials=EVERYBODY,
    changes=True,
)
hand_off = operation(
    "handOffConversation",
    _TAG,
    "Hand a conversation to a person",
    "Needs the scope `manage`. The bot is silent until it is handed back.",
    body="HandOff",
    body_examples={"To a queue": {"queue": "billing"}, "To anybody": {}},
    answers={200: Answer("A person has it.", "Conversation", examples.HANDED_OFF)},
    refusals=[*_ABSENT, "scope_missing", "permission_denied", "conversation_closed", "already_handed_off"],
    credentials=_STAFF,
    changes=True,
)
hand_back = operation(
    "handBackConversation",
    _TAG,
    "Hand a conversation back to the bot",
    "Needs the scope `manage`. The bot goes on where it stood, and asks its open question again.",
    answers={
        200: Answer("The bot has it.", "Conversation", examples.CONVERSATION | {"status": "open", "pending": None})
    },
    refusals=[*_ABSENT, "scope_missing", "permission_denied", "not_handed_off"],
    credentials=_STAFF,
    changes=True,
)
rate = operation(
    "rateConversation",
    _TAG,
    "Say what the user thinks of it",
    "From 1 to 5, with words if they like, at any time; the last one counts. With the scope `manage`, and for the "
    "user, the conversation has it as `rating`.",
    body="Rating",
    body_examples={"With words": examples.RATING, "Without": {"score": 5}},
    answers={200: Answer("It is noted.", "Rating", examples.RATING)},
    refusals=[*_ABSENT, "staff_cannot_post"],
    credentials=(API_KEY, TOKEN),
)
export = operation(
    "exportConversation",
    _TAG,
    "What is stored of a conversation",
    "Needs the scope `manage`; sensitive values are masked. The end user's own token gives the transcript alone, as "
    "they have seen it.",
    answers={200: Answer("All of it.", "Export", examples.EXPORT)},
    refusals=[*_ABSENT, "scope_missing", "permission_denied"],
    credentials=(API_KEY, TOKEN, SESSION),
)
