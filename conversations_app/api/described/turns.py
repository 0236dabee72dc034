from conversations_app.api.bodies import Page
from conversations_app.api.described import examples
from conversations_app.api.described.operation import API_KEY, SESSION, Answer, operation

_TAG = "turns"
_ABSENT = ("conversation_not_found", "not_found")
_STAFF = (API_KEY, SESSION)

listing = operation(
    "listTurns",
    _TAG,
    "How a conversation's turns went",
    "Needs the scope `inspect`. In the order of the messages that they answered; sensitive values are masked.",
    parameters=[Page],
    answers={200: Answer("A page of them.", "TurnPage", {"results": [examples.TURN], "next": None})},
    refusals=["invalid", "cursor_invalid", "scope_missing", *_ABSENT],
    credentials=_STAFF,
)
one = operation(
    "getTurn",
    _TAG,
    "How one turn went",
    "Needs the scope `inspect`. `seq` is that of the message that it answered.",
    answers={200: Answer("The turn.", "Turn", examples.TURN)},
    refusals=["scope_missing", "turn_not_found", *_ABSENT],
    credentials=_STAFF,
)
