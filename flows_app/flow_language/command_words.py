"""Commands as people write them: `affirm`, `start_flow: transfer`, `set_slot: {amount: 50}`; or in full, with a `type`.

How a command is written short follows from its fields. One that is not known here is written in full.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from pydantic import ValidationError

from flows_app.flow_language.commands import CommandModel, arguments_of, known_commands

_SLOT_AND_VALUE = ("slot", "value")


def one_by_one(written: Any) -> list[Any]:
    """`set_slot: {amount: 50, to: Ana}` as a command for each slot: a database keeps the order of a list only."""
    if isinstance(written, dict) and len(written) == 1:
        ((kind, values),) = written.items()
        if _arguments(kind) == _SLOT_AND_VALUE and isinstance(values, dict) and values:
            return [{kind: {slot: value}} for slot, value in values.items()]
    return [written]


def full_form(written: Any) -> dict[str, Any]:
    """Raises ValueError with a sentence for the author."""
    if isinstance(written, str):
        return _checked(_known(written), {"type": written})
    if not isinstance(written, dict):
        raise ValueError(gettext("A command is a word such as affirm, or a mapping such as start_flow: transfer."))
    if "type" in written:
        model = known_commands().get(str(written["type"]))
        return written if model is None else _checked(model, written)
    if len(written) != 1:
        raise ValueError(gettext("A command has one key, its type: begin each with a dash of its own."))
    ((kind, argument),) = written.items()
    return _checked(_known(kind), _spelled_out(kind, argument))


def short_form(command: Mapping[str, Any]) -> Any:
    """Gives the command as an author would write it, without empty fields other than `value`."""
    kind = command["type"]
    arguments = _arguments(kind)
    given = {name: value for name, value in command.items() if name != "type" and (name == "value" or _is_given(value))}
    if kind not in known_commands() or set(given) - set(arguments):
        return dict(command)
    if arguments == _SLOT_AND_VALUE:
        return {kind: {command["slot"]: command["value"]}}
    if not given:
        return kind
    return {kind: given[arguments[0]] if len(arguments) == 1 else given}


def with_flow_renamed(written: Any, old: str, new: str) -> Any:
    """The command as it is written, short or in full, with the flow's new name in it."""
    try:
        command = full_form(written)
    except ValueError:
        return written
    named = {name: _renamed(value, old, new) if name in ("flow", "flows") else value for name, value in command.items()}
    if named == command:
        return written
    return named if "type" in written else short_form(named)


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list | tuple):
        return [_renamed(one, old, new) for one in value]
    return new if value == old else value


def _is_given(value: Any) -> bool:
    return value is not None and value != [] and value != ()


def _arguments(kind: Any) -> tuple[str, ...]:
    model = known_commands().get(kind)
    return arguments_of(model) if model else ()


def _known(kind: str) -> type[CommandModel]:
    commands = known_commands()
    if kind not in commands:
        known = ", ".join(commands)
        raise ValueError(
            gettext(
                "“{kind}” is no command; there are {known}. One that is not known here is written with its type."
            ).format(kind=kind, known=known)
        )
    return commands[kind]


def _spelled_out(kind: str, argument: Any) -> dict[str, Any]:
    arguments = _arguments(kind)
    if arguments == _SLOT_AND_VALUE:
        if not isinstance(argument, dict) or len(argument) != 1:
            raise ValueError(
                gettext("“{kind}” takes slots and their values: write {kind}: {{amount: 50}}.").format(kind=kind)
            )
        ((slot, value),) = argument.items()
        return {"type": kind, "slot": slot, "value": value}
    if not arguments:
        raise ValueError(gettext("“{kind}” takes nothing: write it alone.").format(kind=kind))
    if len(arguments) == 1:
        return {"type": kind, arguments[0]: argument}
    if not isinstance(argument, dict):
        raise ValueError(
            gettext("“{kind}” takes {arguments}: write {kind}: {{{first}: …}}.").format(
                kind=kind, arguments=", ".join(arguments), first=arguments[0]
            )
        )
    return {"type": kind, **argument}


def _checked(model: type[CommandModel], command: dict[str, Any]) -> dict[str, Any]:
    try:
        model.model_validate(command)
    except ValidationError as refused:
        raise ValueError(_sentence(command["type"], refused)) from None
    return command


def _sentence(kind: str, refused: ValidationError) -> str:
    problem = refused.errors(include_url=False)[0]
    name = problem["loc"][0]
    if problem["type"] == "extra_forbidden":
        return gettext("“{kind}” has no “{name}”.").format(kind=kind, name=name)
    if problem["type"] == "missing":
        return gettext("“{kind}” needs a {name}.").format(kind=kind, name=name)
    if name in ("flow", "slot"):
        return gettext("The {name} of “{kind}” must be a name.").format(name=name, kind=kind)
    if name == "flows":
        return gettext("The {name} of “{kind}” must be a list of names.").format(name=name, kind=kind)
    return gettext("The {name} of “{kind}”: {reason}.").format(name=name, kind=kind, reason=problem["msg"])
