"""Where each step of a definition leads. Validation, engine and drawing all go by this one reading."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from flows_app.flow_language.base import END
from flows_app.flow_language.commands import JumpTo
from flows_app.flow_language.flow import FlowDefinition
from flows_app.flow_language.steps import (
    ActionStep,
    BranchStep,
    CollectStep,
    ConfirmStep,
    LinkStep,
    SayStep,
    Step,
    WhileStep,
    nested_lists,
)


@dataclass(frozen=True)
class Place:
    """A step, and the steps around it. None as a step's name means: the end of the flow."""

    step: Step
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


def _place(steps: tuple[Step, ...], after: str | None, loops: tuple[str, ...], found: dict[str, Place]) -> None:
    for position, step in enumerate(steps):
        below = steps[position + 1].name if position + 1 < len(steps) else after
        following = target_of(step.next) if step.next else below
        inside = {case: nested[0].name for case, nested in nested_lists(step) if nested}
        found[step.name] = Place(step, len(found), below, following, loops, inside)
        # A loop's steps lead back to it; those of a branch rejoin where the branch leads.
        is_loop = isinstance(step, WhileStep)
        rejoins = step.name if is_loop else following
        for _, nested in nested_lists(step):
            _place(nested, rejoins, (*loops, step.name) if is_loop else loops, found)


def ways_from(place: Place) -> Iterator[tuple[str, str | None]]:
    """Every way on from a step: the field that names it, and the step it leads to."""
    step = place.step
    if step.when:
        yield "when", place.below
    if isinstance(step, BranchStep):
        yield from _ways_of_branch(step, place)
    elif isinstance(step, LinkStep):
        yield "flow", None
    else:
        yield "next", place.following
    if isinstance(step, WhileStep):
        yield "steps", place.first_inside[""]
    for name in ("on_invalid", "on_deny", "on_error"):
        if target := getattr(step, name, None):
            yield name, target_of(target)
    if isinstance(step, CollectStep) and step.max_attempts and not step.on_invalid:
        yield "on_invalid", None
    if isinstance(step, ActionStep) and not step.on_error:
        yield "on_error", None
    if isinstance(step, ConfirmStep) and not step.on_deny:
        yield "on_deny", None
    if isinstance(step, SayStep | CollectStep | ConfirmStep):
        for option in step.options:
            if isinstance(option.command, JumpTo):
                yield "options", target_of(option.command.step)


def _ways_of_branch(step: BranchStep, place: Place) -> Iterator[tuple[str, str | None]]:
    for number, case in enumerate(step.cases):
        yield "cases", way_of_case(place, str(number), case.next)
    yield "default", way_of_case(place, "default", step.default.next if step.default else None)


def way_of_case(place: Place, case: str, target: str | None) -> str | None:
    """A case leads to the step it names, or into its own steps, or on past the branch."""
    if target:
        return target_of(target)
    return place.first_inside.get(case, place.following)
