"""The commands a message can become, those that options carry included. In the state and in the API: plain JSON."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from conversations_app.limits import COMMANDS_PER_MESSAGE
from flows_app.language.options import Affirm, CancelFlow, SetSlot, StartFlow
from flows_app.plain_json import check_storable


class CommandModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Deny(CommandModel):
    type: Literal["deny"] = "deny"


class OutOfScope(CommandModel):
    type: Literal["out_of_scope"] = "out_of_scope"


Command = Annotated[StartFlow | SetSlot | Affirm | Deny | CancelFlow | OutOfScope, Field(discriminator="type")]

_commands: TypeAdapter[list[Command]] = TypeAdapter(
    Annotated[list[Command], Field(min_length=1, max_length=COMMANDS_PER_MESSAGE)]
)


class CommandError(ValueError):
    """Not a list of commands; the text says where and why."""


def check_commands(value: Any) -> list[dict[str, Any]]:
    try:
        check_storable(value)
    except ValueError as refused:
        raise CommandError(f"commands: {refused}") from None
    try:
        return [command.model_dump(mode="json") for command in _commands.validate_python(value)]
    except ValidationError as refused:
        problem = refused.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"]) or "commands"
        raise CommandError(f"{place}: {problem['msg']}") from None
