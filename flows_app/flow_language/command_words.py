"""Commands as people write them in a script: `affirm`, `start_flow: transfer`, `set_slot: {amount: 50}`.

A command that a project has added is written in full, with its `type`.
"""

from typing import Any

# What each command that comes with the platform takes beside its type.
COMMAND_FIELDS: dict[str, tuple[str, ...]] = {
    "affirm": (),
    "deny": ("slot",),
    "start_flow": ("flow",),
    "cancel_flow": (),
    "set_slot": ("slot", "value"),
    "correct_slot": ("slot", "value"),
    "clear_slot": ("slot",),
    "clarify": ("flows",),
    "chitchat": (),
    "handoff": (),
    "out_of_scope": (),
}
_SLOT_AND_VALUE = ("slot", "value")
# It means something without its argument too.
_BARE_AS_WELL = ("deny", "clarify")


def one_by_one(written: Any) -> list[Any]:
    """`set_slot: {amount: 50, to: Ana}` as a command for each slot: a database keeps the order of a list only."""
    if _takes_slots(written):
        ((kind, values),) = written.items()
        return [{kind: {slot: value}} for slot, value in values.items()]
    return [written]


def full_form(written: Any) -> dict[str, Any]:
    """Raises ValueError with a sentence for the author."""
    if isinstance(written, str):
        return _checked({"type": written}, _fields(written))
    if not isinstance(written, dict):
        raise ValueError("A command is a word such as affirm, or a mapping such as start_flow: transfer.")
    if "type" in written:
        fields = COMMAND_FIELDS.get(str(written["type"]))
        return written if fields is None else _checked(written, fields)
    if len(written) != 1:
        raise ValueError("A command has one key, its type: begin each with a dash of its own.")
    ((kind, argument),) = written.items()
    return _checked(_spelled_out(kind, argument), _fields(kind))


def _takes_slots(written: Any) -> bool:
    if not isinstance(written, dict) or len(written) != 1:
        return False
    ((kind, values),) = written.items()
    return COMMAND_FIELDS.get(kind) == _SLOT_AND_VALUE and isinstance(values, dict) and bool(values)


def _fields(kind: str) -> tuple[str, ...]:
    if kind not in COMMAND_FIELDS:
        known = ", ".join(COMMAND_FIELDS)
        raise ValueError(f"“{kind}” is no command; there are {known}. One of a project's own is written with its type.")
    return COMMAND_FIELDS[kind]


def _spelled_out(kind: str, argument: Any) -> dict[str, Any]:
    fields = _fields(kind)
    if fields == _SLOT_AND_VALUE:
        if not isinstance(argument, dict) or len(argument) != 1:
            raise ValueError(f"“{kind}” takes slots and their values: write {kind}: {{amount: 50}}.")
        ((slot, value),) = argument.items()
        return {"type": kind, "slot": slot, "value": value}
    if not fields:
        raise ValueError(f"“{kind}” takes nothing: write it alone.")
    return {"type": kind, fields[0]: argument}


def _checked(command: dict[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    kind = command["type"]
    if unknown := set(command) - {"type", *fields}:
        raise ValueError(f"“{kind}” has no “{min(unknown)}”.")
    missing = [name for name in fields if name not in command]
    if missing and kind not in _BARE_AS_WELL:
        raise ValueError(f"“{kind}” needs a {missing[0]}.")
    for name in fields:
        if name in command and not _fits(name, command[name]):
            raise ValueError(f"The {name} of “{kind}” must be {'a list of names' if name == 'flows' else 'a name'}.")
    return command


def _fits(field: str, given: Any) -> bool:
    if field == "flows":
        return isinstance(given, list) and all(isinstance(name, str) for name in given)
    return field == "value" or isinstance(given, str)
