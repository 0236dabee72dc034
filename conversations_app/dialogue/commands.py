"""Commands that come from outside, checked before they are stored. A project's own derive from `CommandModel`."""

from functools import cache
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from conversations_app.limits import COMMANDS_PER_MESSAGE
from flows_app.flow_language.commands import About, CommandModel, known_commands
from flows_app.plain_json import check_storable

__all__ = ["About", "CommandError", "CommandModel", "check_commands"]


class CommandError(ValueError):
    """Not a list of commands; the text says where and why."""


def check_commands(value: Any) -> list[dict[str, Any]]:
    """As they are stored. The project's own commands are known too."""
    try:
        check_storable(value)
    except ValueError as refused:
        raise CommandError(f"commands: {refused}") from None
    try:
        known = tuple(known_commands().values())
        return [command.model_dump(mode="json") for command in _commands(known).validate_python(value)]
    except ValidationError as refused:
        problem = refused.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"]) or "commands"
        raise CommandError(f"{place}: {problem['msg']}") from None


@cache
def _commands(models: tuple[type[CommandModel], ...]) -> TypeAdapter[list[Any]]:
    command: Any = Annotated[Union[models], Field(discriminator="type")]  # noqa: UP007
    return TypeAdapter(Annotated[list[command], Field(min_length=1, max_length=COMMANDS_PER_MESSAGE)])
