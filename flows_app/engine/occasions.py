"""Occasions: the same step in another round, or after a jump back, is another occasion. Never a count of visits: a
branch that turns out otherwise would shift that."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from flows_app.flow_language.routing import Place
from flows_app.flow_language.uses import asked_slot

Places = Mapping[str, Place]


@dataclass(frozen=True)
class Occasion:
    """A step of a flow instance, in a round of each loop around it, after so many jumps back."""

    flow_id: str
    step: str
    path: str = ""
    # The plain count of visits, by which receipts of older code are found.
    visit: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.flow_id}:{self.step}:{self.path or 0}"


class Whereabouts(TypedDict, total=False):
    """The part of a flow's memory that tells occasions apart."""

    # One item for each loop that it stands in.
    rounds: dict[str, int]
    # Loops that were entered at all: their first round keeps what was given ahead.
    entered: list[str]
    # By the innermost loop around (empty: none), in its current round: how often a jump back has landed at each step.
    landings: dict[str, dict[str, int]]
    # Jumps back on the way so far.
    jumps: int


def path_of(place: Place, whereabouts: Whereabouts, places: Places) -> str:
    """The rounds of the loops around a step and, behind a plus, the jumps back that have landed at or before it.

    Empty where there are neither; `.2` in the second round of a loop; `+1.2` if a jump back had landed before it.
    """
    rounds, landings = whereabouts.get("rounds") or {}, whereabouts.get("landings") or {}
    if not place.loops and not landings:
        return ""
    parts = []
    for loop in ("", *place.loops):
        landed = landings.get(loop) or {}
        backs = sum(count for step, count in landed.items() if places[step].order <= place.order)
        parts.append(f"{rounds.get(loop, 0) if loop else ''}{f'+{backs}' if backs else ''}")
    return ".".join(parts)


def rounds_in(path: str) -> tuple[str, ...]:
    """The rounds of a path, outermost first, whatever jumps back there were."""
    return tuple(part.partition("+")[0] for part in path.split("."))


@dataclass(frozen=True)
class Move:
    """Effect of going to a step."""

    whereabouts: Whereabouts
    # A jump back to a collect step empties its slot: else it would never ask.
    slots: dict[str, Any]
    is_back: bool


def move(place: Place, target: str | None, whereabouts: Whereabouts, places: Places) -> Move:
    landed = places.get(target) if target else None
    kept = {*landed.loops, target} if landed else set()
    left = [loop for loop in place.loops if loop not in kept]
    changed = _without_loops(whereabouts, left)
    if landed is None or target is None or landed.order > place.order:
        return Move(changed, {}, is_back=False)
    asked = asked_slot(landed.step)
    emptied = {asked: None} if asked else {}
    if target in place.loops:
        # A round that has ended leads back to its loop: no jump.
        return Move(changed, emptied, is_back=False)
    # A loop that is entered from outside begins anew: the jump counts for all of it.
    common = loops_around_both(place, landed)
    around = common[-1] if common else ""
    landing = next((loop for loop in landed.loops if loop not in common), target)
    landings = changed.get("landings", whereabouts.get("landings") or {})
    here = landings.get(around) or {}
    jumped = {**landings, around: {**here, landing: here.get(landing, 0) + 1}}
    jumps = whereabouts.get("jumps", 0) + 1
    return Move({**changed, "landings": jumped, "jumps": jumps}, emptied, is_back=True)


def loops_around_both(one: Place, other: Place) -> list[str]:
    return [loop for loop in one.loops if loop in other.loops]


def begin_round(loop: str, whereabouts: Whereabouts) -> Whereabouts:
    rounds, entered = whereabouts.get("rounds") or {}, whereabouts.get("entered") or []
    begun: Whereabouts = {
        "rounds": {**rounds, loop: rounds.get(loop, 0) + 1},
        "entered": entered if loop in entered else [*entered, loop],
    }
    landings = whereabouts.get("landings") or {}
    return {**begun, "landings": {**landings, loop: {}}} if landings.get(loop) else begun


def end_loop(loop: str, whereabouts: Whereabouts) -> Whereabouts:
    return _without_loops(whereabouts, [loop])


def _without_loops(whereabouts: Whereabouts, loops: list[str]) -> Whereabouts:
    """A loop that is left begins with its first round when it is entered again."""
    changed: Whereabouts = {}
    rounds, landings = whereabouts.get("rounds") or {}, whereabouts.get("landings") or {}
    if any(loop in rounds for loop in loops):
        changed["rounds"] = {loop: round for loop, round in rounds.items() if loop not in loops}
    if any(loop in landings for loop in loops):
        changed["landings"] = {loop: steps for loop, steps in landings.items() if loop not in loops}
    return changed
