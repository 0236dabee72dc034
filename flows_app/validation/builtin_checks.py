"""Values that the built-in validators can check, and the arguments that they take."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import cel
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.flow_language import SlotDefinition, ValidatorUse
from flows_app.slot_types import Family, type_of
from flows_app.slot_types.moments import Moment

_ANY_DAY = datetime(2026, 5, 31, 12, tzinfo=UTC)
_MATCHES = cel.compile("''.matches(pattern)")

# Why an argument can't be what the author has written; None if it can.
ArgumentCheck = Callable[[SlotDefinition, Any], str | None]
# The argument (empty: the check as a whole), and a sentence.
Problem = tuple[str, str]


@dataclass(frozen=True)
class _Builtin:
    # None: every type.
    families: Family | None
    arguments: Mapping[str, ArgumentCheck] = field(default_factory=dict)
    # Those without which the check makes no sense.
    needed: Mapping[str, Promise] = field(default_factory=dict)


def problems_of(slot: SlotDefinition, use: ValidatorUse) -> Iterator[Problem]:
    builtin = _BUILTINS.get(use.name)
    if builtin is None:
        return
    if builtin.families is not None and not builtin.families & type_of(slot).families:
        yield "", gettext("“{check}” can't check a value of type {type}.").format(check=use.name, type=slot.type)
        return
    for name, advice in builtin.needed.items():
        if use.arguments.get(name) in (None, "", []):
            yield (
                name,
                gettext("“{check}” needs its “{name}”: {advice}.").format(check=use.name, name=name, advice=advice),
            )
            return
    for name, value in use.arguments.items():
        if reason := builtin.arguments[name](slot, value):
            yield name, reason


def contradiction_of(slot: SlotDefinition) -> str | None:
    """Why no value at all could pass the checks of a slot, each of which is right."""
    least, greatest = type_of(slot).limits(slot, _ANY_DAY)
    lengths = [_limits(slot, "min_length"), _limits(slot, "max_length")]
    if least and greatest and max(least) > min(greatest):
        return gettext("No value can pass: it would have to be at least {least} and at most {greatest}.").format(
            least=max(least), greatest=min(greatest)
        )
    if all(lengths) and max(lengths[0]) > min(lengths[1]):
        return gettext("No text can pass: it would need at least {least} and at most {most} characters.").format(
            least=max(lengths[0]), most=min(lengths[1])
        )
    return None


def _limits(slot: SlotDefinition, name: str) -> list[int]:
    return [use.arguments["limit"] for use in slot.validators if use.name == name and "limit" in use.arguments]


def _number(slot: SlotDefinition, value: Any) -> str | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number else gettext("“{value}” is no number.").format(value=value)


def _length(slot: SlotDefinition, value: Any) -> str | None:
    is_length = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return None if is_length else gettext("“{value}” is no length: write a whole number.").format(value=value)


def _pattern(slot: SlotDefinition, value: Any) -> str | None:
    if not isinstance(value, str):
        return gettext("“{value}” is no regular expression: write a text such as [A-Z]{{3}}.").format(value=value)
    try:
        _MATCHES.execute({"pattern": f"^(?:{value})$"})
    except (RuntimeError, TypeError, ValueError):
        return gettext("“{value}” is no regular expression that can be read.").format(value=value)
    return None


def _values(slot: SlotDefinition, value: Any) -> str | None:
    if not isinstance(value, list):
        return gettext('“{value}” is no list: write one such as ["small", "large"].').format(value=value)
    strange = next((one for one in value if not _can_hold(slot, one)), None)
    return (
        None
        if strange is None
        else gettext("A slot of type {type} never holds “{strange}”.").format(type=slot.type, strange=strange)
    )


def _can_hold(slot: SlotDefinition, value: Any) -> bool:
    try:
        return bool(type_of(slot).coerce(slot, value) == value)
    except ValueError:
        return False


def _moment(slot: SlotDefinition, value: Any) -> str | None:
    slot_type = type_of(slot)
    return slot_type.problem_of_limit(value) if isinstance(slot_type, Moment) else None


_A_DATE = _("write a date or time, or today, today+7 or today-7")
_BUILTINS = {
    "min": _Builtin(Family.NUMBER, {"limit": _number}),
    "max": _Builtin(Family.NUMBER, {"limit": _number}, {"limit": _("write a number")}),
    "positive": _Builtin(Family.NUMBER),
    "min_length": _Builtin(Family.WORDS | Family.LIST, {"limit": _length}),
    "max_length": _Builtin(Family.WORDS | Family.LIST, {"limit": _length}),
    "pattern": _Builtin(Family.WORDS, {"pattern": _pattern}, {"pattern": _("write a regular expression")}),
    "one_of": _Builtin(None, {"values": _values}, {"values": _('write a list such as ["small", "large"]')}),
    "not_before": _Builtin(Family.MOMENT, {"date": _moment}, {"date": _A_DATE}),
    "not_after": _Builtin(Family.MOMENT, {"date": _moment}, {"date": _A_DATE}),
}
