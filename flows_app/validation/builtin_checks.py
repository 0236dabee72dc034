"""What the built-in validators can check, and the arguments that they take."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import cel

from flows_app.flow_language import SlotDefinition, SlotType, ValidatorUse
from flows_app.values import ValueRefused, coerce, input_of
from flows_app.values.date_limits import is_relative

_NUMBERS = frozenset({SlotType.INTEGER, SlotType.NUMBER, SlotType.MONEY})
_MOMENTS = frozenset({SlotType.DATE, SlotType.DATETIME, SlotType.TIME})
_TEXTS = frozenset({SlotType.TEXT, SlotType.EMAIL, SlotType.PHONE, SlotType.CHOICE})
_ANY_DAY = datetime(2026, 5, 31, 12, tzinfo=UTC)
_MATCHES = cel.compile("''.matches(pattern)")

# Why an argument can't be what the author has written; None if it can.
ArgumentCheck = Callable[[SlotDefinition, Any], str | None]
# The argument (empty: the check as a whole), and a sentence.
Problem = tuple[str, str]


@dataclass(frozen=True)
class _Builtin:
    types: frozenset[SlotType]
    arguments: Mapping[str, ArgumentCheck] = field(default_factory=dict)
    # Those without which the check makes no sense.
    needed: Mapping[str, str] = field(default_factory=dict)


def problems_of(slot: SlotDefinition, use: ValidatorUse) -> Iterator[Problem]:
    builtin = _BUILTINS.get(use.name)
    if builtin is None:
        return
    if slot.type not in builtin.types:
        yield "", f"“{use.name}” can't check a value of type {slot.type}."
        return
    for name, advice in builtin.needed.items():
        if use.arguments.get(name) in (None, "", []):
            yield name, f"“{use.name}” needs its “{name}”: {advice}."
            return
    for name, value in use.arguments.items():
        if reason := builtin.arguments[name](slot, value):
            yield name, reason


def contradiction_of(slot: SlotDefinition) -> str | None:
    """Why no value at all could pass the checks of a slot, each of which is right."""
    hints = input_of(slot, _ANY_DAY)
    lengths = [_limits(slot, "min_length"), _limits(slot, "max_length")]
    if "min" in hints and "max" in hints and hints["min"] > hints["max"]:
        return f"No value can pass: it would have to be at least {hints['min']} and at most {hints['max']}."
    if all(lengths) and max(lengths[0]) > min(lengths[1]):
        return f"No text can pass: it would need at least {max(lengths[0])} and at most {min(lengths[1])} characters."
    return None


def _limits(slot: SlotDefinition, name: str) -> list[int]:
    return [use.arguments["limit"] for use in slot.validators if use.name == name and "limit" in use.arguments]


def _number(slot: SlotDefinition, value: Any) -> str | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number else f"“{value}” is no number."


def _length(slot: SlotDefinition, value: Any) -> str | None:
    is_length = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return None if is_length else f"“{value}” is no length: write a whole number."


def _pattern(slot: SlotDefinition, value: Any) -> str | None:
    if not isinstance(value, str):
        return f"“{value}” is no regular expression: write a text such as [A-Z]{{3}}."
    try:
        _MATCHES.execute({"pattern": f"^(?:{value})$"})
    except (RuntimeError, TypeError, ValueError):
        return f"“{value}” is no regular expression that can be read."
    return None


def _values(slot: SlotDefinition, value: Any) -> str | None:
    if not isinstance(value, list):
        return f'“{value}” is no list: write one such as ["small", "large"].'
    strange = next((one for one in value if not _can_hold(slot, one)), None)
    return None if strange is None else f"A slot of type {slot.type} never holds “{strange}”."


def _can_hold(slot: SlotDefinition, value: Any) -> bool:
    try:
        return bool(coerce(slot, value) == value)
    except ValueRefused:
        return False


def _moment(slot: SlotDefinition, value: Any) -> str | None:
    if slot.type is SlotType.TIME:
        return None if _is_a(SlotType.TIME, value) else f"“{value}” is no time: write one like 17:30."
    if isinstance(value, str) and (is_relative(value) or _is_a(SlotType.DATE, value)):
        return None
    if slot.type is SlotType.DATETIME and _is_a(SlotType.DATETIME, value):
        return None
    return f"“{value}” is no date: write one like 2026-12-31, or today, today+7 or today-7."


def _is_a(wanted: SlotType, value: Any) -> bool:
    """Times and dates compare as they are written, so they are written in full."""
    try:
        stored = str(coerce(SlotDefinition(name="any", type=wanted), value))
    except ValueRefused:
        return False
    return isinstance(value, str) and (wanted is SlotType.DATETIME or stored == value.strip())


_A_DATE = "write a date or time, or today, today+7 or today-7"
_BUILTINS = {
    "min": _Builtin(_NUMBERS, {"limit": _number}),
    "max": _Builtin(_NUMBERS, {"limit": _number}, {"limit": "write a number"}),
    "positive": _Builtin(_NUMBERS),
    "min_length": _Builtin(_TEXTS | {SlotType.LIST}, {"limit": _length}),
    "max_length": _Builtin(_TEXTS | {SlotType.LIST}, {"limit": _length}),
    "pattern": _Builtin(_TEXTS, {"pattern": _pattern}, {"pattern": "write a regular expression"}),
    "one_of": _Builtin(frozenset(SlotType), {"values": _values}, {"values": 'write a list such as ["small", "large"]'}),
    "not_before": _Builtin(_MOMENTS, {"date": _moment}, {"date": _A_DATE}),
    "not_after": _Builtin(_MOMENTS, {"date": _moment}, {"date": _A_DATE}),
}
