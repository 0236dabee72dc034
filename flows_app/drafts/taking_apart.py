"""A document, that is a flow as it is written, taken apart into what the rows of a draft hold.

It need not be right: what fits no column stays in the row's `data`, where reading finds it again. So every document
comes back from its rows as it was; only names, types and lists that it leaves out come back empty.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flows_app.flow_language import STEP_TYPES
from flows_app.flow_language.flow import is_language_version
from flows_app.flow_language.forms import nesting_of
from flows_app.limits import NAME_LENGTH
from flows_app.registry import registry

Written = dict[str, Any]

# Kept by the bot, not by the flow.
_NOT_OF_THE_FLOW = "bot_slots"


@dataclass(frozen=True)
class SlotParts:
    name: str
    type: str
    data: Written


@dataclass(frozen=True)
class StepParts:
    """A step without the steps inside it. `holder` is the number of the step that it stands in, in reading order."""

    holder: int | None
    case: str
    name: str
    type: str
    data: Written


@dataclass(frozen=True)
class Parts:
    """Content of a draft's rows; `name` is the flow's name in the document, right or wrong."""

    name: Any
    # None if the document leaves it out.
    language_version: int | None = None
    description: str = ""
    triggers: list[Any] = field(default_factory=list)
    data: Written = field(default_factory=dict)
    slots: tuple[SlotParts, ...] = ()
    # In reading order, so that a holder stands before what it holds.
    steps: tuple[StepParts, ...] = ()


def take_apart(document: Written) -> Parts:
    rest = {key: value for key, value in document.items() if key != _NOT_OF_THE_FLOW}
    name = rest.pop("name", "")
    version = rest.pop("language_version") if is_language_version(rest.get("language_version")) else None
    description = rest.pop("description") if isinstance(rest.get("description"), str) else ""
    triggers = rest.pop("triggers") if isinstance(rest.get("triggers"), list) else []
    slots = rest.pop("slots") if are_parts(rest.get("slots")) else []
    steps = rest.pop("steps") if are_parts(rest.get("steps")) else []
    return Parts(name, version, description, triggers, rest, tuple(map(_slot, slots)), tuple(_flattened(steps)))


def same_json(one: Any, other: Any) -> bool:
    """Compares as JSON: in Python 1, 1.0 and true are equal; to an author they are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def are_parts(value: Any) -> bool:
    """Whether it is a list of slots or steps, such as rows can hold."""
    return isinstance(value, list) and all(isinstance(part, dict) for part in value)


def own_and_nested(step: Written) -> tuple[Written, list[tuple[str, list[Written]]]]:
    """A step without the steps inside it; and those, list by list, each with the case that it belongs to."""
    own, nested = step, []
    nesting = nesting_of_type(step.get("type"))
    if "steps" in nesting and _holds_steps(step):
        own, nested = _without_steps(step), [("", step["steps"])]
    if "cases" in nesting and isinstance(step.get("cases"), list):
        own = {**own, "cases": [_without_steps(case) if _holds_steps(case) else case for case in step["cases"]]}
        nested += [(str(number), case["steps"]) for number, case in enumerate(step["cases"]) if _holds_steps(case)]
    if "default" in nesting and _holds_steps(step.get("default")):
        own = {**own, "default": _without_steps(step["default"])}
        nested.append(("default", step["default"]["steps"]))
    return own, nested


def nesting_of_type(kind: Any) -> frozenset[str]:
    """Which of `steps`, `cases` and `default` hold steps in a step of this type, if it is one."""
    return nesting_of(STEP_TYPES.get(kind)) if isinstance(kind, str) else frozenset()


def _holds_steps(holder: Any) -> bool:
    """An empty list is no row's: it stays where it is."""
    return isinstance(holder, dict) and bool(holder.get("steps")) and are_parts(holder["steps"])


def _without_steps(holder: Written) -> Written:
    return {key: value for key, value in holder.items() if key != "steps"}


def _flattened(steps: list[Written]) -> Iterator[StepParts]:
    """Flattens nested steps without recursion: their depth is up to the author."""
    number = 0
    ahead: list[tuple[int | None, str, Written]] = [(None, "", step) for step in reversed(steps)]
    while ahead:
        holder, case, step = ahead.pop()
        own, nested = own_and_nested(step)
        yield _step(holder, case, own)
        inside = [(number, of_case, one) for of_case, inner in nested for one in inner]
        ahead.extend(reversed(inside))
        number += 1


def _step(holder: int | None, case: str, own: Written) -> StepParts:
    data = dict(own)
    name = data.pop("name") if _is_name(data.get("name")) else ""
    kind = data.pop("type") if _is_one_of(data.get("type"), STEP_TYPES) else ""
    return StepParts(holder, case, name, kind, data)


def _slot(slot: Written) -> SlotParts:
    data = dict(slot)
    name = data.pop("name") if _is_name(data.get("name")) else ""
    kind = data.pop("type") if _is_one_of(data.get("type"), registry.slot_types) else "text"
    return SlotParts(name, str(kind), data)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= NAME_LENGTH


def _is_one_of(value: Any, known: Any) -> bool:
    return isinstance(value, str) and value in known
