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
    """Finds the steps in reading order. Only what can be a row counts as a step."""
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


def part_of(path: Path) -> Path:
    """The innermost step, or the slot, that the path leads into."""
    if len(path) > 1 and path[0] in ("slots", "bot_slots") and isinstance(path[1], int):
        return path[:2]
    ends = [
        number + 2
        for number, part in enumerate(path[:-1])
        if part == "steps" and isinstance(path[number + 1], int) and _leads_to_steps(path[:number])
    ]
    return path[: ends[-1]] if ends else ()


def _leads_to_steps(before: Path) -> bool:
    """Whether a list called `steps` is one of the language here: at the top, in a loop, a case or a default. A key
    of that name in a step's metadata, say, is none."""
    return not before or isinstance(before[-1], int) or before[-1] == "default"
