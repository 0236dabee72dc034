"""Parts of the schemas of bodies."""

from typing import Any

from conversations_app.api.described.operation import ref
from conversations_app.delivery.shapes import NO_NUL
from conversations_app.limits import AGENT_NAME_LENGTH, CLIENT_ID_LENGTH

Schema = dict[str, Any]

SEQ: Schema = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
TEXT: Schema = {"type": "string"}
FREE: Schema = {"type": "object", "additionalProperties": True}
SAYS_SOMETHING = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
CLIENT_ID: Schema = {"client_id": {"type": "string", "maxLength": CLIENT_ID_LENGTH, "pattern": NO_NUL}}
AGENT_NAME: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": AGENT_NAME_LENGTH,
    "pattern": SAYS_SOMETHING,
    "description": "Who writes, as the user sees it: a key must say so, staff have a name of their own.",
}


def an_object(required: dict[str, Any], optional: dict[str, Any] | None = None, **more: Any) -> Schema:
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": [*required], **more}


def a_page(of: str) -> Schema:
    following = {"type": ["string", "null"], "description": "The cursor of the next page, if there is one."}
    return an_object({"results": {"type": "array", "items": ref(of)}, "next": following})
