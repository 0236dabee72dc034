"""Where each step of a definition leads. Validation, engine and drawing all go by this one reading; the editor draws by
the same declarations (`exits`)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flows_app.flow_language.base import END
from flows_app.flow_language.commands import JumpTo
from flows_app.flow_language.exits import Exit, exits_of
from flows_app.flow_language.flow import FlowDefinition
from flows_app.flow_language.forms import nesting_of
from flows_app.flow_language.steps import StepBase, nested_lists

Path = tuple[str | int, ...]
Way = tuple[Path, str | None]


@dataclass(frozen=True)
class Place:
    """A step, and the steps around it. None as a step's name means: the end of the flow."""

    step: StepBase
    # Its place in reading order: a jump to a smaller one is a jump back.
    order: int
    # The step below it, or where its list rejoins; taken when its condition does not hold.
    below: str | None
    # Where it leads by itself: its `next`, or else the step below.
    following: str | None
    # The loops it stands in.
    loops: tuple[str, ...] = ()
    # The first nested step of each case (`default` and, in a loop, the empty case included).
    first_inside: dict[str, str] = field(default_factory=dict)


def places(definition: FlowDefinition) -> dict[str, Place]:
    """Every step's place, by name, in reading order."""
    found: dict[str, Place] = {}
    _place(definition.steps, None, (), found)
    return found


def target_of(name: str | None) -> str | None:
    return None if name == END else name


def _place(steps: tuple[StepBase, ...], after: str | None, loops: tuple[str, ...], found: dict[str, Place]) -> None:
    for position, step in enumerate(steps):
        below = steps[position + 1].name if position + 1 < len(steps) else after
        following = target_of(step.next) if step.next else below
        inside = {case: nested[0].name for case, nested in nested_lists(step) if nested}
        found[step.name] = Place(step, len(found), below, following, loops, inside)
        # A loop's steps lead back to it; those of a branch rejoin where the branch leads.
        is_loop = "steps" in nesting_of(type(step))
        rejoins = step.name if is_loop else following
        for _, nested in nested_lists(step):
            _place(nested, rejoins, (*loops, step.name) if is_loop else loops, found)


def ways_from(place: Place) -> Iterator[tuple[str, str | None]]:
    """Every way on from a step: the field that names it, and the step it leads to."""
    return ((str(inside[0]), target) for inside, target in ways_at(place))


def ways_at(place: Place) -> Iterator[Way]:
    """The same with the place in the step that names the way: ("cases", 0, "next")."""
    for one in exits_of(type(place.step)):
        yield from _WAYS[one.how](one, place, getattr(place.step, one.field))


def _passed_over(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    if held:
        yield (way.field,), place.below


def _on(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    yield (way.field,), place.following


def _away(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    yield (way.field,), None


def _round(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    yield (way.field,), place.first_inside[""]


def _named(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    if held:
        yield (way.field,), target_of(held)
    elif way.ends is True or (way.ends and getattr(place.step, way.ends)):
        yield (way.field,), None


def _cases(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    for number, case in enumerate(held):
        yield (way.field, number, "next"), way_of_case(place, str(number), case.next)


def _otherwise(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    yield (way.field, "next"), way_of_case(place, way.field, held.next if held else None)


def _buttons(way: Exit, place: Place, held: Any) -> Iterator[Way]:
    for number, option in enumerate(held):
        if isinstance(option.command, JumpTo):
            yield (way.field, number, "command", "step"), target_of(option.command.step)


_WAYS = {
    "passed_over": _passed_over,
    "cases": _cases,
    "otherwise": _otherwise,
    "on": _on,
    "away": _away,
    "round": _round,
    "named": _named,
    "buttons": _buttons,
}


def way_of_case(place: Place, case: str, target: str | None) -> str | None:
    """A case leads to the step it names, or into its own steps, or on past the branch."""
    if target:
        return target_of(target)
    return place.first_inside.get(case, place.following)
