"""The shapes of what is sent and given, as JSON Schema: OpenAPI 3.1 takes it as it is."""

from typing import Any, Union

from pydantic import TypeAdapter

from conversations_app.api.bodies import STARTED_BY_API
from conversations_app.api.described.message_schemas import message_schemas
from conversations_app.api.described.operation import ref
from conversations_app.api.described.shapes import (
    AGENT_NAME,
    FREE,
    MOMENT,
    NO_NUL,
    SAYS_SOMETHING,
    SEQ,
    TEXT,
    Schema,
    a_page,
    an_object,
    or_null,
)
from conversations_app.dialogue.handlers import command_models
from conversations_app.limits import QUEUE_LENGTH, RATING_COMMENT_LENGTH, RATINGS
from conversations_app.models import Conversation, Turn
from flows_app.colours import HEX_COLOUR

_STATUS: Schema = {"enum": list(Conversation.Status.values)}
_CONVERSATION: Schema = {
    "id": {"type": "string", "format": "uuid"},
    "bot": {**TEXT, "description": "Its slug."},
    "channel": {**TEXT, "description": "How the user is reached: `web`, `api`, or the name of a plugin's channel."},
    "status": {**_STATUS, "description": "`waiting`: a question is open; `handed_off`: a person has it."},
    "last_seq": {**SEQ, "description": "The newest message."},
}
_AGENT = {"agent": {**or_null(ref("Agent")), "description": "Who has it, if a person has and is known."}}
_RATING = {"rating": {**or_null(ref("Rating")), "description": "For the user, and with the scope `manage`."}}
_PENDING = {"pending": or_null(ref("Question"))}
_FACTS: Schema = {
    "user_ref": TEXT,
    "user_verified": {"type": "boolean", "description": "Whether the host site or a key vouched for it."},
    "language": TEXT,
    "metadata": FREE,
    "created_at": MOMENT,
    "updated_at": MOMENT,
}
_CHANNEL_ADDRESS: Schema = {
    "type": ["string", "null"],
    "description": "What the channel's provider calls the chat; `null` where there is no provider.",
}
_STACK: Schema = {
    "type": "array",
    "items": an_object({"flow": TEXT, "version": {"type": "integer"}, "step": {"type": ["string", "null"]}}),
}
_SLOTS: Schema = {"type": "object", "additionalProperties": FREE, "description": "By flow, then by slot."}


def schemas() -> dict[str, Schema]:
    return {**_problem(), **_bots(), **_conversations(), **message_schemas(), **_turns(), **_commands()}


def _problem() -> dict[str, Schema]:
    required = {
        "type": TEXT,
        "title": TEXT,
        "status": {"type": "integer"},
        "code": {**TEXT, "description": "Stable: what programs go by."},
        "detail": {**TEXT, "description": "For people."},
    }
    errors = {"type": "object", "additionalProperties": {"type": "array", "items": TEXT}}
    optional = {
        "request_id": {**TEXT, "description": "Under which the log tells more."},
        "errors": {**errors, "description": "By field, if the input is not as it must be."},
    }
    return {"Problem": an_object(required, optional, description="An error, as RFC 9457 has it.")}


def _bots() -> dict[str, Schema]:
    flow = an_object({"name": TEXT, "description": TEXT, "version": {"type": "integer"}})
    bot = {
        "slug": TEXT,
        "name": TEXT,
        "public": {"type": "boolean"},
        "archived": {"type": "boolean", "description": "Whether no new conversation is started with it."},
        "languages": {"type": "array", "items": TEXT},
        "default_flow": {"type": ["string", "null"]},
        "flows": {"type": "array", "items": flow},
    }
    version = {
        "flow": TEXT,
        "number": {"type": "integer", "minimum": 1},
        "note": TEXT,
        "published_at": MOMENT,
        "live": {"type": "boolean", "description": "Whether new runs of the flow take it."},
    }
    return {
        "Widget": _widget(),
        "Bot": an_object(bot),
        "BotPage": a_page("Bot"),
        "Version": an_object(version),
        "VersionPage": a_page("Version"),
    }


def _widget() -> Schema:
    colour = {"type": "string", "pattern": HEX_COLOUR}
    theme = {
        "colour": colour,
        "colour_scheme": {"enum": ["auto", "light", "dark"]},
        "position": {"enum": ["end", "start"]},
        "radius": {"type": "integer", "description": "Of the corners, in pixels."},
        "avatar": {**TEXT, "description": "The address of a picture; empty if there is none."},
        "rating": {"type": "boolean", "description": "Whether users are asked what they think."},
        "transcript": {"type": "boolean", "description": "Whether they may take the conversation with them."},
        "restart": {"type": "boolean", "description": "Whether they may begin anew."},
        "accent_text": {**colour, "description": "What can be read on `colour`."},
    }
    texts = dict.fromkeys(("title", "subtitle", "greeting", "launcher", "placeholder"), TEXT)
    return an_object(
        {
            "bot": {**TEXT, "description": "Its slug."},
            "name": TEXT,
            "languages": {"type": "array", "items": TEXT},
            "language": {**TEXT, "description": "The one of `texts` and `words`."},
            "message_length": {"type": "integer", "description": "Of what a user may write, in characters."},
            "theme": an_object(theme),
            "texts": an_object(texts),
            "words": {
                "type": "object",
                "additionalProperties": TEXT,
                "description": "The widget's own, by name; what stands in braces is for it to fill in.",
            },
        }
    )


def _conversations() -> dict[str, Schema]:
    new = an_object(
        {"bot": {"type": "string", "minLength": 1, "pattern": "^[-a-zA-Z0-9_]+$", "description": "Its slug."}},
        {
            "user_ref": {"type": "string", "maxLength": 200, "minLength": 1, "pattern": SAYS_SOMETHING},
            "user_hash": {
                "type": "string",
                "maxLength": 64,
                "pattern": "^[0-9a-fA-F]{0,64}$",
                "description": "HMAC-SHA256 of `user_ref` under the bot's identity secret, in hexadecimal.",
            },
            "language": {"type": "string", "maxLength": 20, "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$"},
            "metadata": {**FREE, "description": "Kept with the conversation; at most 4000 bytes as JSON."},
            "channel": {
                "enum": [*STARTED_BY_API],
                "default": "web",
                "description": "`api`: another system shows the messages, and is told by webhooks. Needs an API key.",
            },
        },
        additionalProperties=False,
    )
    queue = {"type": "string", "maxLength": QUEUE_LENGTH, "pattern": NO_NUL}
    return {
        "NewConversation": new,
        "Agent": an_object({"name": TEXT}),
        "Rating": _rating(),
        "Typing": an_object({"active": {"type": "boolean"}}, {"agent": AGENT_NAME}, additionalProperties=False),
        "Conversation": an_object({**_CONVERSATION, **_PENDING, **_AGENT}, _RATING),
        "StartedConversation": an_object(
            {**_CONVERSATION, **_PENDING, **_AGENT, "token": {**TEXT, "description": "For `Authorization: Bearer`."}}
        ),
        "InspectedConversation": an_object(
            {**_CONVERSATION, **_PENDING, **_AGENT}, {**_RATING, "stack": _STACK, "slots": _SLOTS}
        ),
        "ListedConversation": an_object({**_CONVERSATION, **_AGENT, **_FACTS, **_RATING}),
        "ConversationPage": a_page("ListedConversation"),
        "HandOff": an_object({}, {"queue": queue}, additionalProperties=False),
        "Ticket": an_object({"ticket": TEXT, "expires_in": {"type": "integer", "description": "Seconds."}}),
        "Export": _export(),
    }


def _rating() -> Schema:
    score = {"type": "integer", "minimum": RATINGS[0], "maximum": RATINGS[-1]}
    comment = {"type": "string", "maxLength": RATING_COMMENT_LENGTH, "pattern": NO_NUL}
    return an_object({"score": score}, {"comment": comment}, additionalProperties=False)


def _export() -> Schema:
    facts = {name: schema for name, schema in _CONVERSATION.items() if name != "last_seq"}
    turn = {
        "turn": SEQ,
        "status": TEXT,
        "understood_by": TEXT,
        "commands": {"type": ["array", "null"], "items": FREE},
        "at": MOMENT,
    }
    action = an_object({"step": TEXT, "begun_at": MOMENT}, {"outcome": {}})
    return an_object(
        {"messages": {"type": "array", "items": ref("Message")}},
        {
            "conversation": an_object(
                {**facts, **_FACTS, **_AGENT, "rating": _exported_rating(), "channel_address": _CHANNEL_ADDRESS}
            ),
            "rating": {**or_null(ref("Rating")), "description": "Of the user's own export."},
            "slots": _SLOTS,
            "turns": {"type": "array", "items": an_object(turn)},
            "actions": {"type": "array", "items": action},
            "journals": {
                "type": "array",
                "items": an_object({"flow_id": TEXT, "turn": SEQ, "at": MOMENT, "entries": _ENTRIES}),
                "description": "What flows under way were told, by turn.",
            },
        },
    )


_ENTRIES: Schema = {"type": "array", "items": FREE}


def _exported_rating() -> Schema:
    rated = an_object({"score": {"type": "integer"}, "comment": TEXT, "at": MOMENT})
    return or_null(rated)


def _turns() -> dict[str, Schema]:
    turn = {
        "seq": SEQ,
        "first_seq": {**SEQ, "description": "The first of the messages that it answered together."},
        "status": {"enum": list(Turn.Status.values)},
        "text": TEXT,
        "event": {"type": ["string", "null"]},
        "provider": {**TEXT, "description": "Who has understood it."},
        "commands": {"type": ["array", "null"], "items": FREE},
        "trace": {**FREE, "description": "How it was understood: timings, confidence, what was dropped."},
        "flows": {
            "type": "array",
            "items": an_object({"flow": TEXT, "version": {"type": "integer"}}),
            "description": "Those that it started.",
        },
        "failures": {"type": "integer", "description": "How often it was tried in vain."},
        "fault": {"type": ["string", "null"], "description": "Of the last failure, the traceback."},
        "received_at": MOMENT,
        "began_at": MOMENT,
        "ended_at": {"type": ["string", "null"], "format": "date-time"},
    }
    return {"Turn": an_object(turn), "TurnPage": a_page("Turn")}


def _commands() -> dict[str, Schema]:
    """Those of the dialogue and of plugins, as they are checked."""
    models = command_models()
    every: Any = Union[models]  # noqa: UP007
    made = TypeAdapter(every).json_schema(ref_template="#/components/schemas/{model}Command")
    named = {f"{name}Command": _with_type(schema) for name, schema in made.pop("$defs").items()}
    return {"Command": {"oneOf": made["anyOf"]}, **dict(sorted(named.items()))}


def _with_type(command: Schema) -> Schema:
    """Its type is what a command is told by, so it is always there."""
    return command | {"required": ["type", *command.get("required", ())]}
