"""The commands a message can become. In the state and in the API they are plain JSON."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from conversations_app.limits import COMMANDS_PER_MESSAGE
from flows_app.plain_json import check_storable


class CommandModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StartFlow(CommandModel):
    type: Literal["start_flow"] = "start_flow"
    flow: str


class SetSlot(CommandModel):
    type: Literal["set_slot"] = "set_slot"
    slot: str
    value: Any


class Affirm(CommandModel):
    type: Literal["affirm"] = "affirm"


class Deny(CommandModel):
    type: Literal["deny"] = "deny"


class CancelFlow(CommandModel):
    type: Literal["cancel_flow"] = "cancel_flow"


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
