"""What a language model may answer. Descriptions are part of its instructions.

The dialogue has its own models of the same commands. These are made to be read by a language model, and to be kept to
by servers that follow OpenAI's strict schemas: no defaults, no `oneOf`, every type named.
"""

from copy import deepcopy
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    RootModel,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)
from pydantic import ValidatorFunctionWrapHandler as Handler
from pydantic.functional_validators import WrapValidator
from pydantic_core import CoreSchema

T = TypeVar("T")

_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
# Asked for as text; taken as it comes, because the dialogue checks it.
Value = Annotated[Any, WithJsonSchema(_TEXTS)]


def _strict(schema: dict[str, Any]) -> None:
    """As OpenAI wants it; and without titles: they say the names once more, and every prompt would pay for them."""
    for part in (schema, *schema["properties"].values()):
        part.pop("title", None)
        part.pop("default", None)
    schema |= {"required": list(schema["properties"]), "additionalProperties": False}


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, json_schema_extra=_strict)


class StartFlow(_Command):
    """The user wants something that one of the flows on offer does."""

    type: Literal["start_flow"]
    flow: str


class SetSlot(_Command):
    """The user gives a value."""

    type: Literal["set_slot"]
    slot: str
    value: Value


class CorrectSlot(_Command):
    """The user changes a value that was given before."""

    type: Literal["correct_slot"]
    slot: str
    value: Value


class ClearSlot(_Command):
    """The user takes a value back and gives no other."""

    type: Literal["clear_slot"]
    slot: str


class CancelFlow(_Command):
    """The user wants to stop what is under way."""

    type: Literal["cancel_flow"]


class Affirm(_Command):
    """Yes, to the open question."""

    type: Literal["affirm"]


class Deny(_Command):
    """No, to the open question; with the slot, if the user says which value is wrong."""

    type: Literal["deny"]
    slot: str | None = None


class Clarify(_Command):
    """The user asks what the open question means; or it is not clear which of several flows is meant: name them."""

    type: Literal["clarify"]
    flows: list[str] | None = None


class Chitchat(_Command):
    """A greeting, thanks or small talk."""

    type: Literal["chitchat"]


class Handoff(_Command):
    """The user wants to speak with a person."""

    type: Literal["handoff"]


class OutOfScope(_Command):
    """Nothing that the bot can help with."""

    type: Literal["out_of_scope"]


_Any = (
    StartFlow
    | SetSlot
    | CorrectSlot
    | ClearSlot
    | CancelFlow
    | Affirm
    | Deny
    | Clarify
    | Chitchat
    | Handoff
    | OutOfScope
)
Command = Annotated[_Any, Field(discriminator="type")]

_COMMAND: TypeAdapter[Any] = TypeAdapter(Command)


def command_of(given: Any) -> Any | None:
    """None if it is no command."""
    try:
        return _COMMAND.validate_python(given)
    except ValidationError:
        return None


def _or_as_it_is(given: Any, handler: Handler) -> Any:
    """One bad command among good ones does not spoil them: it is dropped later, and counted."""
    try:
        return handler(given)
    except ValidationError:
        return given


class SlotValue(BaseModel):
    """What the message says of one slot."""

    model_config = ConfigDict(frozen=True, json_schema_extra=_strict)

    slot: str
    value: Value


def _list_of(*models: type[BaseModel]) -> dict[str, Any]:
    return {"type": "array", "items": {"anyOf": [model.model_json_schema() for model in models]}}


class _Given(RootModel[list[T]], Generic[T]):
    """As a language model gives them. A class, because DSPy puts the name of the type into the prompt.

    DSPy asks for the schema twice a call, on the event loop. Making it anew takes ten milliseconds.
    """

    schema_given: ClassVar[dict[str, Any]]

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return deepcopy(cls.schema_given)


class CommandList(_Given[Annotated[Command, WrapValidator(_or_as_it_is)]]):
    schema_given = _list_of(*get_args(_Any))


class ValueList(_Given[Annotated[SlotValue, WrapValidator(_or_as_it_is)]]):
    schema_given = _list_of(SlotValue)
