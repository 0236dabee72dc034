from conversations_app.api.described.operation import ref
from conversations_app.api.described.shapes import (
    AGENT_NAME,
    CLIENT_ID,
    FREE,
    MOMENT,
    SAYS_SOMETHING,
    SEQ,
    TEXT,
    Schema,
    an_object,
)
from conversations_app.limits import COMMANDS_PER_MESSAGE, MESSAGE_LENGTH
from conversations_app.models import Message
from flows_app.registry import registry


def message_schemas() -> dict[str, Schema]:
    option = an_object({"label": TEXT, "value": {"description": "What a press sends as `option`."}})
    options = {"type": "array", "items": ref("Option")}
    sensitive = {"type": "boolean", "description": "It shows or gives what only the user may see."}
    message = an_object(
        {
            "seq": SEQ,
            "role": {"enum": list(Message.Role.values)},
            "kind": {"enum": list(Message.Kind.values)},
            "text": TEXT,
            "options": options,
            "turn": {**SEQ, "description": "The message that it answers; its own `seq` if it is the user's."},
            "created_at": MOMENT,
        },
        {
            "slot": {**TEXT, "description": "Which slot it asks for."},
            "html": {**TEXT, "description": "The text, if it is more than plain words: sanitised, of a few tags."},
            "input": ref("Input"),
            "client_id": TEXT,
            "event": {**TEXT, "description": "What has happened, of a message of the system."},
            "metadata": FREE,
            "sensitive": sensitive,
        },
    )
    question = an_object(
        {"type": {"enum": ["collect", "confirm", "inform"]}, "prompt": TEXT},
        {
            "slot": TEXT,
            "input": ref("Input"),
            "options": options,
            "metadata": FREE,
            "seq": {**SEQ, "description": "The message that asks it."},
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
        "Input": _input(),
        "Question": question,
        "Message": message,
        "MessagePage": an_object(page),
        "NewMessage": _new_message(),
        "NewReply": _reply(),
        "PostedMessage": an_object({"message": ref("Message")}),
        "AnsweredMessage": an_object(answered),
    }


def _input() -> Schema:
    limit = {"type": ["number", "string"]}
    return an_object(
        {"type": {"enum": list(registry.slot_types)}},
        {
            "field": {
                "type": "object",
                "additionalProperties": TEXT,
                "description": "Of a type that a plugin adds: attributes of an HTML input that suits it.",
            },
            "label": {**TEXT, "description": "Of such a type: what a form calls the value."},
            "currency": {**TEXT, "description": "Of money, as ISO 4217 has it."},
            "min": {**limit, "description": "The least that is taken: a number, or a date as text."},
            "max": {**limit, "description": "The greatest that is taken."},
            "secret": {"type": "boolean", "description": "Only the user may see what is entered."},
        },
        description="How the answer to a `collect` can be entered.",
    )


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
