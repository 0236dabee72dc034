"""Types of what clients see of a conversation: the same in REST, on the socket, in webhooks and in exports.

The API's description is made of these types, and mypy holds the functions that fill them to them. They are dicts: there
is nothing between a row and its JSON that would cost time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired

from pydantic import Field, GetJsonSchemaHandler, WithJsonSchema, with_config
from pydantic_core import CoreSchema
from typing_extensions import TypedDict  # Pydantic takes no other before Python 3.12

from conversations_app.limits import RATING_COMMENT_LENGTH, RATINGS
from conversations_app.models import Conversation, Message
from flows_app.registry import registry

# PostgreSQL stores no NUL.
NO_NUL = "^[^\\u0000]*$"

Seq = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 2**31 - 1})]
Moment = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
Id = Annotated[str, WithJsonSchema({"type": "string", "format": "uuid"})]
Free = Annotated[dict[str, Any], WithJsonSchema({"type": "object", "additionalProperties": True})]
Bound = Annotated[Any, WithJsonSchema({"type": ["number", "string"]})]
Sensitive = Annotated[bool, Field(description="It shows or gives what only the user may see.")]


@dataclass(frozen=True)
class OneOf:
    """Texts to choose from. They are asked for when the description is made, when plugins have been loaded."""

    values: Callable[[], Iterable[str]]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"enum": list(self.values())}


# Messages


class OptionShape(TypedDict):
    label: str
    value: Annotated[Any, Field(description="What a press sends as `option`.")]


class InputShape(TypedDict):
    """How the answer to a `collect` can be entered."""

    type: Annotated[str, OneOf(lambda: list(registry.slot_types))]
    field: NotRequired[
        Annotated[
            dict[str, str],
            Field(description="For a type that a plugin adds: attributes of an HTML input that suits it."),
        ]
    ]
    label: NotRequired[Annotated[str, Field(description="For such a type: the value's name in a form.")]]
    currency: NotRequired[Annotated[str, Field(description="Of money, as ISO 4217 has it.")]]
    min: NotRequired[Annotated[Bound, Field(description="The least that is taken: a number, or a date as text.")]]
    max: NotRequired[Annotated[Bound, Field(description="The greatest that is taken.")]]
    secret: NotRequired[Annotated[bool, Field(description="Only the user may see what is entered.")]]


class MessageShape(TypedDict):
    seq: Seq
    role: Annotated[str, OneOf(lambda: Message.Role.values)]
    kind: Annotated[str, OneOf(lambda: Message.Kind.values)]
    text: str
    options: list[OptionShape]
    turn: Annotated[Seq, Field(description="The message that it answers; its own `seq` if it is the user's.")]
    created_at: Moment
    slot: NotRequired[Annotated[str, Field(description="Which slot it asks for.")]]
    html: NotRequired[
        Annotated[str, Field(description="The text, if it is more than plain words: sanitised, of a few tags.")]
    ]
    input: NotRequired[InputShape]
    wait_for_ack: NotRequired[Annotated[bool, Field(description="The flow goes on when the user has acknowledged it.")]]
    client_id: NotRequired[str]
    event: NotRequired[Annotated[str, Field(description="What has happened, of a message of the system.")]]
    metadata: NotRequired[Free]
    sensitive: NotRequired[Sensitive]


class QuestionShape(TypedDict):
    """The question that the bot waits at."""

    type: Annotated[str, OneOf(lambda: ("collect", "confirm", "inform"))]
    prompt: str
    slot: NotRequired[str]
    input: NotRequired[InputShape]
    options: NotRequired[list[OptionShape]]
    metadata: NotRequired[Free]
    seq: NotRequired[Annotated[Seq, Field(description="The message that asks it.")]]
    wait_for_ack: NotRequired[bool]
    sensitive: NotRequired[Sensitive]
    secret_answer: NotRequired[
        Annotated[bool, Field(description="The answer is something that only the user may see.")]
    ]


# Conversations


class AgentShape(TypedDict):
    name: str


# It is sent in this shape as well.
@with_config(extra="forbid")
class RatingShape(TypedDict):
    score: Annotated[int, WithJsonSchema({"type": "integer", "minimum": RATINGS[0], "maximum": RATINGS[-1]})]
    comment: NotRequired[
        Annotated[str, WithJsonSchema({"type": "string", "maxLength": RATING_COMMENT_LENGTH, "pattern": NO_NUL})]
    ]


Status = Annotated[
    str,
    OneOf(lambda: Conversation.Status.values),
    Field(description="`waiting`: a question is open; `handed_off`: a person has it."),
]
Slug = Annotated[str, Field(description="Its slug.")]
Channel = Annotated[str, Field(description="How the user is reached: `web`, `api`, or the name of a plugin's channel.")]
Agent = Annotated[AgentShape | None, Field(description="Who has it, if a person has and is known.")]
Rating = Annotated[RatingShape | None, Field(description="For the user, and with the scope `manage`.")]


class _Named(TypedDict):
    id: Id
    bot: Slug
    channel: Channel
    status: Status
    last_seq: Annotated[Seq, Field(description="The newest message.")]


class PublicConversation(_Named):
    pending: QuestionShape | None
    agent: Agent


class ConversationShape(PublicConversation):
    rating: NotRequired[Rating]


class ConversationFacts(TypedDict):
    """Facts given when the conversation was started, and its times."""

    user_ref: str
    user_verified: Annotated[bool, Field(description="Whether the host site or a key vouched for it.")]
    language: str
    metadata: Free
    created_at: Moment
    updated_at: Moment


class _NamedWithAgent(_Named):
    agent: Agent


class ListedConversationShape(_NamedWithAgent, ConversationFacts):
    rating: Rating
