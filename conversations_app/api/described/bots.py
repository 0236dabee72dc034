from conversations_app.api.bodies import Page, WidgetLanguage
from conversations_app.api.described import examples
from conversations_app.api.described.operation import API_KEY, EVERYBODY, NOBODY, SESSION, Answer, operation

_TAG = "bots"

listing = operation(
    "listBots",
    _TAG,
    "The bots that you may see",
    "For a key its one bot; for staff those that their roles let them look at; an end user has none.",
    parameters=[Page],
    answers={200: Answer("A page of them, by slug.", "BotPage", {"results": [examples.BOT], "next": None})},
    refusals=["invalid", "cursor_invalid"],
    credentials=EVERYBODY,
)
one = operation(
    "getBot",
    _TAG,
    "One bot",
    "What it is called, the languages it speaks, and the flows that are live.",
    answers={200: Answer("The bot.", "Bot", examples.BOT)},
    refusals=["bot_not_found", "not_found"],
    credentials=(API_KEY, SESSION),
)
versions = operation(
    "listVersions",
    _TAG,
    "Published versions of a bot's flows",
    "Newest first. A version that is not live may still be run by conversations that started with it.",
    parameters=[Page],
    answers={200: Answer("A page of them.", "VersionPage", {"results": [examples.VERSION], "next": None})},
    refusals=["invalid", "cursor_invalid", "bot_not_found", "not_found"],
    credentials=(API_KEY, SESSION),
)
widget = operation(
    "getWidget",
    _TAG,
    "How a public bot's chat widget looks",
    "What the widget asks for before anybody says a word: colours, and texts in one of the bot's languages; a text is "
    "empty where the widget's own `words` hold. The same for everybody, and may be kept for a minute.",
    parameters=[WidgetLanguage],
    answers={200: Answer("The look.", "Widget", examples.WIDGET)},
    refusals=["invalid", "bot_not_found", "not_found"],
    credentials=(NOBODY,),
)
