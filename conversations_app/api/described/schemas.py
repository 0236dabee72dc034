"""The API's schemas, by name: of what is given, made from the shapes that views fill; and of what is sent."""

from typing import Any, Union

from pydantic import TypeAdapter

from conversations_app.api.bodies import LANGUAGE, STARTED_BY_API
from conversations_app.api.bots import BotShape, VersionShape
from conversations_app.api.conversations import InspectedConversationShape, StartedConversationShape, TicketShape
from conversations_app.api.described.derived import schemas_of
from conversations_app.api.described.operation import ref
from conversations_app.api.described.schema_parts import (
    AGENT_NAME,
    CLIENT_ID,
    FREE,
    SAYS_SOMETHING,
    SEQ,
    Schema,
    a_page,
    an_object,
)
from conversations_app.api.messages import MessagePageShape, PostedMessageShape
from conversations_app.api.problems import ProblemShape
from conversations_app.api.turns import TurnShape
from conversations_app.api.waiting import AnsweredMessageShape
from conversations_app.api.widget import WidgetShape
from conversations_app.delivery.shapes import NO_NUL, ConversationShape, ListedConversationShape
from conversations_app.limits import COMMANDS_PER_MESSAGE, MESSAGE_LENGTH, QUEUE_LENGTH
from conversations_app.verbs.exporting import ExportShape
from flows_app.flow_language.commands import known_commands

# Shapes of answers. The shapes that these hold come along.
_SHAPES = (
    *(ProblemShape, BotShape, VersionShape, WidgetShape),
    *(ConversationShape, StartedConversationShape, InspectedConversationShape, ListedConversationShape),
    *(MessagePageShape, PostedMessageShape, AnsweredMessageShape, TurnShape, TicketShape, ExportShape),
)


def schemas() -> dict[str, Schema]:
    return {**schemas_of(_SHAPES), **_pages(), **_bodies(), **_commands()}


def _pages() -> dict[str, Schema]:
    return {
        "BotPage": a_page("Bot"),
        "VersionPage": a_page("Version"),
        "ConversationPage": a_page("ListedConversation"),
        "TurnPage": a_page("Turn"),
    }


def _bodies() -> dict[str, Schema]:
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
            "language": {"type": "string", "maxLength": 20, "pattern": LANGUAGE},
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
        "NewMessage": _new_message(),
        "NewReply": _reply(),
        "Typing": an_object({"active": {"type": "boolean"}}, {"agent": AGENT_NAME}, additionalProperties=False),
        "HandOff": an_object({}, {"queue": queue}, additionalProperties=False),
    }


def _new_message() -> Schema:
    text = {
        "type": "string",
        "minLength": 1,
        "maxLength": MESSAGE_LENGTH,
        "pattern": SAYS_SOMETHING,
    }
    commands = {"type": "array", "items": ref("Command"), "minItems": 1, "maxItems": COMMANDS_PER_MESSAGE}
    button = {
        "option": {"type": ["string", "number", "boolean", "object", "array"]},
        "reply_to": {**SEQ, "minimum": 1},
    }
    more = {
        **CLIENT_ID,
        "seen": {
            **SEQ,
            "description": "The newest `seq` that the user had been shown when they wrote this: a yes to a younger "
            "question does not count. Buttons don't need it.",
        },
    }
    return {
        "oneOf": [
            an_object({"text": text}, more, title="A text", additionalProperties=False),
            an_object(button, more, title="A button", additionalProperties=False),
            an_object(
                {"commands": commands},
                {**more, "text": {"const": ""}},
                title="Commands",
                additionalProperties=False,
            ),
        ]
    }


def _reply() -> Schema:
    text = {"type": "string", "minLength": 1, "maxLength": MESSAGE_LENGTH, "pattern": SAYS_SOMETHING}
    return an_object({"text": text}, {**CLIENT_ID, "agent": AGENT_NAME}, additionalProperties=False)


def _commands() -> dict[str, Schema]:
    """Gives the schemas of commands, of the dialogue and of plugins, as they are checked."""
    models = tuple(known_commands().values())
    every: Any = Union[models]  # noqa: UP007
    made = TypeAdapter(every).json_schema(ref_template="#/components/schemas/{model}Command")
    named = {f"{name}Command": _with_type(schema) for name, schema in made.pop("$defs").items()}
    return {"Command": {"oneOf": made["anyOf"]}, **dict(sorted(named.items()))}


def _with_type(command: Schema) -> Schema:
    """Makes the type of a command required: commands are told apart by it."""
    return command | {"required": ["type", *command.get("required", ())]}
