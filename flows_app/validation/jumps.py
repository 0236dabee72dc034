"""Where steps lead: to steps that exist, and past none that can't be reached."""

from collections.abc import Iterator
from itertools import count

from flows_app.flow_language import FlowDefinition, LinkStep
from flows_app.flow_language.commands import JumpTo
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.routing import Place, places, ways_from
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error, warning
from flows_app.validation.parts import options_of


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    for place in known.values():
        for inside, target in places_of_ways(place):
            if target is not None and target not in known:
                sentence, field = f"There is no step “{target}” to go to.", str(inside[0])
                yield error("unknown_step", sentence, step=place.step.name, field=field, inside=inside)
        if isinstance(place.step, LinkStep) and place.step.next:
            sentence = f"The flow ends here and goes on in the other one: empty “{label_of('link', 'next')}”."
            yield error("next_of_link", sentence, step=place.step.name, field="next")
    reached = reachable(known, definition.steps[0].name if definition.steps else None)
    for name in known:
        if name not in reached:
            yield warning("unreachable_step", "No way leads to this step.", step=name, field="name")


def places_of_ways(place: Place) -> Iterator[tuple[Path, str | None]]:
    """Every way on from a step, with the place in the step that names it."""
    cases = count()
    jumps = (number for number, option in enumerate(options_of(place.step)) if isinstance(option.command, JumpTo))
    for field, target in ways_from(place):
        if field == "cases":
            yield ("cases", next(cases), "next"), target
        elif field == "default":
            yield ("default", "next"), target
        elif field == "options":
            yield ("options", next(jumps), "command", "step"), target
        else:
            yield (field,), target


def reachable(known: dict[str, Place], start: str | None, *, without: str | None = None) -> set[str]:
    """Every step that can be got to from `start`, not passing through `without`."""
    reached: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name is None or name in reached or name == without or name not in known:
            continue
        reached.add(name)
        ahead.extend(target for _, target in ways_from(known[name]))
    return reached
