"""Where the steps of a document stand, however wrong it is."""

from collections.abc import Iterator
from dataclasses import dataclass

from flows_app.drafts.taking_apart import Written, are_parts, own_and_nested
from flows_app.validation.findings import Path


@dataclass(frozen=True)
class StepPlace:
    path: Path
    step: Written
    depth: int


def steps_in(document: Written) -> Iterator[StepPlace]:
    """In reading order. Only what can be a row counts as a step."""
    listed = document.get("steps")
    steps = listed if are_parts(listed) else []
    ahead = [StepPlace(("steps", number), step, 0) for number, step in reversed(list(enumerate(steps or ())))]
    while ahead:
        place = ahead.pop()
        yield place
        ahead.extend(reversed(list(_inside(place))))


def _inside(place: StepPlace) -> Iterator[StepPlace]:
    for case, steps in own_and_nested(place.step)[1]:
        for number, step in enumerate(steps):
            yield StepPlace((*place.path, *_way_to(case), "steps", number), step, place.depth + 1)


def _way_to(case: str) -> Path:
    if case.isdecimal():
        return "cases", int(case)
    return (case,) if case else ()
