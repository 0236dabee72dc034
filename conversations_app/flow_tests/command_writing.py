"""Commands as an author would write them in a script."""

from collections.abc import Iterable, Mapping
from typing import Any

from flows_app.flow_language.command_words import COMMAND_FIELDS


def commands_as_written(commands: Iterable[Mapping[str, Any]]) -> list[Any]:
    return [_as_written(command) for command in commands]


def _as_written(command: Mapping[str, Any]) -> Any:
    """One that a project has added stays in full."""
    kind = command["type"]
    fields = COMMAND_FIELDS.get(kind)
    if fields is None:
        return dict(command)
    if "value" in fields:
        return {kind: {command["slot"]: command["value"]}}
    # A slot or flows that are left out mean: none in particular.
    given = next((command[name] for name in fields if command.get(name)), None)
    return kind if given is None else {kind: given}
