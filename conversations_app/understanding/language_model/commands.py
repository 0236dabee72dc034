"""Answers that a language model may give: the dialogue's commands, in models made for it.

They are made to be read by a language model, and to be kept to by servers that follow OpenAI's strict schemas: no
defaults, no `oneOf`, every type named. The meaning of a command is part of the instructions. Names are any text here:
those that are not on offer are dropped later, and counted.
"""

from copy import deepcopy
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, Union, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    RootModel,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
)
from pydantic import ValidatorFunctionWrapHandler as Handler
from pydantic.functional_validators import WrapValidator
from pydantic_core import CoreSchema

from flows_app.flow_language.commands import CommandModel, arguments_of, known_commands, type_of

T = TypeVar("T")
Definitions = tuple[type[CommandModel], ...]

_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
# Asked for as text; taken as it comes, because the dialogue checks it.
Value = Annotated[Any, WithJsonSchema(_TEXTS)]


def _strict(schema: dict[str, Any]) -> None:
    """Makes a schema strict, as OpenAI wants it; drops titles, which repeat names and cost tokens in every prompt."""
    for part in (schema, *schema["properties"].values()):
        part.pop("title", None)
        part.pop("default", None)
    schema |= {"required": list(schema["properties"]), "additionalProperties": False}


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, json_schema_extra=_strict)


def understood_commands() -> Definitions:
    """Lists the commands that a message can mean."""
    return tuple(model for model in known_commands().values() if model.about.meaning)


@cache
def _as_answered(definition: type[CommandModel]) -> type[_Command]:
    fields: dict[str, Any] = {"type": (Literal[type_of(definition)], ...)}
    for name in arguments_of(definition):
        field = definition.model_fields[name]
        loose = _loose(field.annotation)
        fields[name] = (loose, ...) if field.is_required() else (loose | None, None)
    return create_model(definition.__name__, __base__=_Command, __doc__=definition.about.meaning, **fields)


def _loose(annotation: Any) -> Any:
    """The type of a field without its constraints: what breaks them is dropped later, one command at a time."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return Value
    if origin is Annotated:
        return _loose(arguments[0])
    if origin is tuple:
        return list[_loose(arguments[0])]  # type: ignore[misc]
    if origin in (Union, UnionType):
        return Union[tuple(map(_loose, arguments))]  # noqa: UP007
    return annotation


@cache
def _command(definitions: Definitions) -> Any:
    return Annotated[Union[tuple(map(_as_answered, definitions))], Field(discriminator="type")]  # noqa: UP007


@cache
def _adapter(definitions: Definitions) -> TypeAdapter[Any]:
    return TypeAdapter(_command(definitions))


def command_of(given: Any) -> Any | None:
    """Reads a command; None if it is none."""
    try:
        return _adapter(understood_commands()).validate_python(given)
    except ValidationError:
        return None


def _or_as_it_is(given: Any, handler: Handler) -> Any:
    """Keeps a bad command as it is, so that it does not spoil the good ones: it is dropped later, and counted."""
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


class ValueList(_Given[Annotated[SlotValue, WrapValidator(_or_as_it_is)]]):
    schema_given = _list_of(SlotValue)


@cache
def command_list(definitions: Definitions) -> type[_Given[Any]]:
    """The name of the class is in the prompt."""
    command: Any = Annotated[_command(definitions), WrapValidator(_or_as_it_is)]
    made = create_model("CommandList", __base__=_Given[Any], root=(list[command], ...))
    made.schema_given = _list_of(*map(_as_answered, definitions))
    return made
