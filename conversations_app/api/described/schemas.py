"""The shapes of what is sent and given, as JSON Schema: OpenAPI 3.1 takes it as it is."""

from typing import Any, Union

from pydantic import TypeAdapter

from conversations_app.api.described.operation import ref
from conversations_app.dialogue.handlers import command_models
from conversations_app.limits import CLIENT_ID_LENGTH, COMMANDS_PER_MESSAGE, MESSAGE_LENGTH, QUEUE_LENGTH
from conversations_app.models import Conversation, Message, Turn

Schema = dict[str, Any]

_SEQ: Schema = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_MOMENT: Schema = {"type": "string", "format": "date-time"}
_TEXT: Schema = {"type": "string"}
_FREE: Schema = {"type": "object", "additionalProperties": True}
_STATUS: Schema = {"enum": list(Conversation.Status.values)}
# What a text may not be made of; PostgreSQL stores no NUL.
_NO_NUL = "^[^\\u0000]*$"
_SAYS_SOMETHING = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"


def an_object(required: dict[str, Any], optional: dict[str, Any] | None = None, **more: Any) -> Schema:
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": [*required], **more}


def a_page(of: str) -> Schema:
    following = {"type": ["string", "null"], "description": "The cursor of the next page, if there is one."}
    return an_object({"results": {"type": "array", "items": ref(of)}, "next": following})


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_CONVERSATION: Schema = {
    "id": {"type": "string", "format": "uuid"},
    "bot": {**_TEXT, "description": "Its slug."},
    "status": {**_STATUS, "description": "`waiting`: a question is open; `handed_off`: a person has it."},
    "last_seq": {**_SEQ, "description": "The newest message."},
}
_PENDING = {"pending": or_null(ref("Question"))}
_FACTS: Schema = {
    "user_ref": _TEXT,
    "user_verified": {"type": "boolean", "description": "Whether the host site or a key vouched for it."},
    "language": _TEXT,
    "metadata": _FREE,
    "created_at": _MOMENT,
    "updated_at": _MOMENT,
}
_STACK: Schema = {
    "type": "array",
    "items": an_object({"flow": _TEXT, "version": {"type": "integer"}, "step": {"type": ["string", "null"]}}),
}
_SLOTS: Schema = {"type": "object", "additionalProperties": _FREE, "description": "By flow, then by slot."}


def schemas() -> dict[str, Schema]:
    return {**_problem(), **_bots(), **_conversations(), **_messages(), **_turns(), **_commands()}


def _problem() -> dict[str, Schema]:
    required = {
        "type": _TEXT,
        "title": _TEXT,
        "status": {"type": "integer"},
        "code": {**_TEXT, "description": "Stable: what programs go by."},
        "detail": {**_TEXT, "description": "For people."},
    }
    errors = {"type": "object", "additionalProperties": {"type": "array", "items": _TEXT}}
    optional = {
        "request_id": {**_TEXT, "description": "Under which the log tells more."},
        "errors": {**errors, "description": "By field, if the input is not as it must be."},
    }
    return {"Problem": an_object(required, optional, description="An error, as RFC 9457 has it.")}


def _bots() -> dict[str, Schema]:
    flow = an_object({"name": _TEXT, "description": _TEXT, "version": {"type": "integer"}})
    bot = {
        "slug": _TEXT,
        "name": _TEXT,
        "public": {"type": "boolean"},
        "languages": {"type": "array", "items": _TEXT},
        "default_flow": {"type": ["string", "null"]},
        "flows": {"type": "array", "items": flow},
    }
    version = {
        "flow": _TEXT,
        "number": {"type": "integer", "minimum": 1},
        "note": _TEXT,
        "published_at": _MOMENT,
        "live": {"type": "boolean", "description": "Whether new runs of the flow take it."},
    }
    return {
        "Bot": an_object(bot),
        "BotPage": a_page("Bot"),
        "Version": an_object(version),
        "VersionPage": a_page("Version"),
    }


def _conversations() -> dict[str, Schema]:
    new = an_object(
        {"bot": {"type": "string", "minLength": 1, "pattern": "^[-a-zA-Z0-9_]+$", "description": "Its slug."}},
        {
            "user_ref": {"type": "string", "maxLength": 200, "minLength": 1, "pattern": _SAYS_SOMETHING},
            "user_hash": {
                "type": "string",
                "maxLength": 64,
                "pattern": "^[0-9a-fA-F]{0,64}$",
                "description": "HMAC-SHA256 of `user_ref` under the bot's identity secret, in hexadecimal.",
            },
            "language": {"type": "string", "maxLength": 20, "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$"},
            "metadata": {**_FREE, "description": "Kept with the conversation; at most 4000 bytes as JSON."},
        },
        additionalProperties=False,
    )
    queue = {"type": "string", "maxLength": QUEUE_LENGTH, "pattern": _NO_NUL}
    return {
        "NewConversation": new,
        "Conversation": an_object({**_CONVERSATION, **_PENDING}),
        "StartedConversation": an_object(
            {**_CONVERSATION, **_PENDING, "token": {**_TEXT, "description": "For `Authorization: Bearer`."}}
        ),
        "InspectedConversation": an_object({**_CONVERSATION, **_PENDING}, {"stack": _STACK, "slots": _SLOTS}),
        "ListedConversation": an_object({**_CONVERSATION, **_FACTS}),
        "ConversationPage": a_page("ListedConversation"),
        "HandOff": an_object({}, {"queue": queue}, additionalProperties=False),
        "Ticket": an_object({"ticket": _TEXT, "expires_in": {"type": "integer", "description": "Seconds."}}),
        "Export": _export(),
    }


def _export() -> Schema:
    facts = {name: schema for name, schema in _CONVERSATION.items() if name != "last_seq"}
    turn = {
        "turn": _SEQ,
        "status": _TEXT,
        "understood_by": _TEXT,
        "commands": {"type": ["array", "null"], "items": _FREE},
        "at": _MOMENT,
    }
    action = an_object({"step": _TEXT, "begun_at": _MOMENT}, {"outcome": {}})
    return an_object(
        {"messages": {"type": "array", "items": ref("Message")}},
        {
            "conversation": an_object({**facts, **_FACTS}),
            "slots": _SLOTS,
            "turns": {"type": "array", "items": an_object(turn)},
            "actions": {"type": "array", "items": action},
        },
    )


def _messages() -> dict[str, Schema]:
    option = an_object({"label": _TEXT, "value": {"description": "What a press sends as `option`."}})
    options = {"type": "array", "items": ref("Option")}
    sensitive = {"type": "boolean", "description": "It shows or gives what only the user may see."}
    message = an_object(
        {
            "seq": _SEQ,
            "role": {"enum": list(Message.Role.values)},
            "kind": {"enum": list(Message.Kind.values)},
            "text": _TEXT,
            "options": options,
            "turn": {**_SEQ, "description": "The message that it answers; its own `seq` if it is the user's."},
            "created_at": _MOMENT,
        },
        {
            "slot": {**_TEXT, "description": "Which slot it asks for."},
            "client_id": _TEXT,
            "event": {**_TEXT, "description": "What has happened, of a message of the system."},
            "metadata": _FREE,
            "sensitive": sensitive,
        },
    )
    question = an_object(
        {"type": {"enum": ["collect", "confirm", "inform"]}, "prompt": _TEXT},
        {
            "slot": _TEXT,
            "options": options,
            "metadata": _FREE,
            "seq": {**_SEQ, "description": "The message that asks it."},
            "wait_for_ack": {"type": "boolean"},
            "sensitive": sensitive,
            "secret_answer": {"type": "boolean", "description": "The answer is something that only the user may see."},
        },
        description="What the bot waits for.",
    )
    seq = {"type": ["integer", "null"]}
    page = {"results": {"type": "array", "items": ref("Message")}, "next": seq, "previous": seq}
    answered = {
        "message": ref("Message"),
        "replies": {"type": "array", "items": ref("Message")},
        "complete": {"type": "boolean"},
    }
    return {
        "Option": option,
        "Question": question,
        "Message": message,
        "MessagePage": an_object(page),
        "NewMessage": _new_message(),
        "PostedMessage": an_object({"message": ref("Message")}),
        "AnsweredMessage": an_object(answered),
    }


def _new_message() -> Schema:
    client_id = {"client_id": {"type": "string", "maxLength": CLIENT_ID_LENGTH, "pattern": _NO_NUL}}
    text = {
        "type": "string",
        "minLength": 1,
        "maxLength": MESSAGE_LENGTH,
        "pattern": _SAYS_SOMETHING,
    }
    commands = {"type": "array", "items": ref("Command"), "minItems": 1, "maxItems": COMMANDS_PER_MESSAGE}
    button = {
        "option": {"type": ["string", "number", "boolean", "object", "array"]},
        "reply_to": {**_SEQ, "minimum": 1},
    }
    return {
        "oneOf": [
            an_object({"text": text}, client_id, title="A text", additionalProperties=False),
            an_object(button, client_id, title="A button", additionalProperties=False),
            an_object(
                {"commands": commands},
                {**client_id, "text": {"const": ""}},
                title="Commands",
                additionalProperties=False,
            ),
        ]
    }


def _turns() -> dict[str, Schema]:
    turn = {
        "seq": _SEQ,
        "first_seq": {**_SEQ, "description": "The first of the messages that it answered together."},
        "status": {"enum": list(Turn.Status.values)},
        "text": _TEXT,
        "event": {"type": ["string", "null"]},
        "provider": {**_TEXT, "description": "Who has understood it."},
        "commands": {"type": ["array", "null"], "items": _FREE},
        "trace": {**_FREE, "description": "How it was understood: timings, confidence, what was dropped."},
        "flows": {
            "type": "array",
            "items": an_object({"flow": _TEXT, "version": {"type": "integer"}}),
            "description": "Those that it started.",
        },
        "failures": {"type": "integer", "description": "How often it was tried in vain."},
        "fault": {"type": ["string", "null"], "description": "Of the last failure, the traceback."},
        "received_at": _MOMENT,
        "began_at": _MOMENT,
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
