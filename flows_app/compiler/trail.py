"""The way that a flow instance has come, so that a correction can take it back to where a value was given.

It lives with the visits, under one key: a list of stretches. Each begins where the user's word counts (a collect or
a confirm step) and holds how often each step was finished in it, and what slots held before steps wrote to them. A
step that begins a stretch again (a loop, a jump back) ends the old stretch, so that the trail grows with the
flow and not with the conversation.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from flows_app.compiler.dependencies import slots_written_by
from flows_app.compiler.state import FlowState
from flows_app.language import CollectStep, ConfirmStep, FlowDefinition, Step, WhileStep
from flows_app.language.routing import Place

TRAIL = "#trail"
# Set by a correction until a confirmation has been affirmed again.
REWOUND = "#rewound"
# The bot-wide slots as the flow has last seen them.
KNOWN_BOT_SLOTS = "#bot_slots"

# What a step remembers of a visit even if that is taken back: what it has said, what a flow has returned to it,
# and what it has done once and for all.
LASTING_MARKS = frozenset({"said", "returned", "parked", "done", "taken", "handed", "ended_after"})

Visits = Mapping[str, Any]


@dataclass(frozen=True)
class Stretch:
    """Begins with the visit of a step; empty for the one from the flow's start."""

    begins_with: str
    visits: Mapping[str, int]
    # What slots held before steps of this stretch wrote to them.
    before: Mapping[str, Any]

    def as_json(self) -> list[Any]:
        return [self.begins_with, dict(self.visits), dict(self.before)]

    def followed_by(self, later: "Stretch") -> "Stretch":
        """Both as one: what was there before the first of them counts."""
        visits = dict(self.visits)
        for step, count in later.visits.items():
            visits[step] = visits.get(step, 0) + count
        return Stretch(self.begins_with, visits, {**later.before, **self.before})


def stretches(visits: Visits) -> list[Stretch]:
    return [Stretch(*stretch) for stretch in _as_stored(visits)]


def with_visit(visits: Visits, step: Step, before: Mapping[str, Any], count: int = 1) -> list[list[Any]]:
    """The trail with one more finished visit, and the values that the step has written over.

    A step that was passed over is on the trail too, with a count of 0: it might not be the next time.
    """
    trail = _as_stored(visits)
    if isinstance(step, CollectStep | ConfirmStep) and count:
        if any(begins_with == step.name for begins_with, *_ in trail):
            trail = [stretch.as_json() for stretch in _without_beginning(stretches(visits), step.name)]
        trail = [*trail, [step.name, {}, {}]]
    return _with_last_followed_by(trail, Stretch("", {step.name: count}, before))


def with_values_before(visits: Visits, before: Mapping[str, Any]) -> list[list[Any]]:
    """The trail when something outside the flow's steps writes to its slots, such as a flow that returns."""
    return _with_last_followed_by(_as_stored(visits), Stretch("", {}, before))


def _as_stored(visits: Visits) -> list[list[Any]]:
    """Not unpacked: of a long trail a step changes the last stretch only."""
    return visits.get(TRAIL) or [Stretch("", {}, {}).as_json()]


def _with_last_followed_by(trail: list[list[Any]], later: Stretch) -> list[list[Any]]:
    *earlier, last = trail
    return [*earlier, Stretch(*last).followed_by(later).as_json()]


def _without_beginning(trail: list[Stretch], step: str) -> list[Stretch]:
    """The stretch that began with the step becomes part of the one before it."""
    merged: list[Stretch] = []
    for stretch in trail:
        if stretch.begins_with == step and merged:
            merged[-1] = merged[-1].followed_by(stretch)
        else:
            merged.append(stretch)
    return merged


@dataclass(frozen=True)
class WayBack:
    """The stretches that a correction takes back, from the visit of `to` on; from the start if that is empty."""

    kept: tuple[Stretch, ...]
    dropped: tuple[Stretch, ...]

    @classmethod
    def to(cls, visits: Visits, step: str) -> "WayBack":
        trail = stretches(visits)
        position = next((number for number, stretch in enumerate(trail) if stretch.begins_with == step), 0)
        return cls(tuple(trail[:position]), tuple(trail[position:]))

    @property
    def to_step(self) -> str:
        return self.dropped[0].begins_with if self.dropped else ""

    @property
    def steps(self) -> frozenset[str]:
        return frozenset(step for stretch in self.dropped for step in stretch.visits)

    def values_before(self, places: Mapping[str, Place]) -> dict[str, Any]:
        """What slots held that steps have written to since, but for those that the user has filled after that.

        What was asked in a loop that is taken back as a whole is as it was before the loop.
        """
        values: dict[str, Any] = {}
        around = set(places[self.to_step].loops) if self.to_step else set()
        for stretch in self.dropped:
            step = places[stretch.begins_with].step if stretch.begins_with else None
            if isinstance(step, CollectStep) and set(places[step.name].loops) <= around:
                values.pop(step.slot, None)
            for slot, before in stretch.before.items():
                values.setdefault(slot, before)
        return values

    def visits_update(self, visits: Visits, standing_at: str | None, place: Place | None) -> dict[str, Any]:
        """Counters as they were, and no marks of what is taken back, that of the current step included."""
        update: dict[str, Any] = {TRAIL: [stretch.as_json() for stretch in self.kept], REWOUND: True}
        for stretch in self.dropped:
            for step, count in stretch.visits.items():
                counted: int = update[step] if step in update else visits.get(step, 0)
                update[step] = counted - count
        forgotten = {*self.steps, standing_at}
        around = place.loops if place else ()
        for name in visits:
            step, _, mark = name.partition(":")
            if mark and _is_forgotten(step, mark, forgotten, around):
                update[name] = None
        for loop in around:
            # It has ended since, and goes on in the round that is taken back to.
            if visits.get(f"{loop}:rounds") is None:
                update[f"{loop}:rounds"] = visits.get(f"{loop}:ended_after")
        return update


def _is_forgotten(step: str, mark: str, forgotten: Set[str | None], around: Sequence[str]) -> bool:
    """Loops around the target go on in their round; those that are taken back as a whole begin anew."""
    if mark in ("rounds", "entered"):
        return step not in around
    return step in forgotten and mark not in LASTING_MARKS


def answered_though_always_asked(definition: FlowDefinition, way_back: WayBack) -> Iterator[CollectStep]:
    """Collect steps that have had their answer: walking forward again they must not ask once more."""
    for step in definition.all_steps():
        if isinstance(step, CollectStep) and step.always_ask and step.name in way_back.steps:
            yield step


def leave_trail(state: FlowState, step: Step, places: Mapping[str, Place], update: dict[str, Any]) -> dict[str, Any]:
    """What a step did, with its part of the trail."""
    visits = {**state["visits"], **update.get("visits", {})}
    trail = None
    if step.name in update.get("visits", {}):
        count = update["visits"][step.name] - state["visits"].get(step.name, 0)
        trail = with_visit(state["visits"], step, _written_over(state, step, update), count)
    if _begins_round(step, update):
        trail = _without_rounds_before(
            {TRAIL: trail} if trail else visits, step, places, _written_over(state, step, update)
        )
    elif _goes_back(step, update["step"], places):
        trail = gone_back({TRAIL: trail} if trail else visits, places, update["step"])
    return update if trail is None else {**update, "visits": {**update.get("visits", {}), TRAIL: trail}}


def _written_over(state: FlowState, step: Step, update: Mapping[str, Any]) -> dict[str, Any]:
    """Not what a jump back empties: the question there is to be asked again."""
    written = {*slots_written_by(step)} & set(update.get("slots") or {})
    return {slot: state["slots"].get(slot) for slot in written}


def _begins_round(step: Step, update: Mapping[str, Any]) -> bool:
    return isinstance(step, WhileStep) and bool(update.get("visits", {}).get(f"{step.name}:rounds"))


def _without_rounds_before(
    visits: Visits, loop: Step, places: Mapping[str, Place], before: Mapping[str, Any]
) -> list[list[Any]]:
    """What earlier rounds have asked can't be taken back to: each round asks anew."""
    trail = stretches(visits)
    for stretch in trail:
        if stretch.begins_with and loop.name in places[stretch.begins_with].loops:
            trail = _without_beginning(trail, stretch.begins_with)
    return with_values_before({TRAIL: [stretch.as_json() for stretch in trail]}, before)


def _goes_back(step: Step, target: str | None, places: Mapping[str, Place]) -> bool:
    """A round that has ended and leads back to its loop is no jump: what it has asked stands until the next one."""
    if target is None or target == step.name or target in places[step.name].loops:
        return False
    return places[target].order < places[step.name].order


def gone_back(visits: Visits, places: Mapping[str, Place], target: str) -> list[list[Any]]:
    """The trail after a jump back: what stands behind its target is asked anew, so nothing leads back to there."""
    trail = stretches(visits)
    for stretch in trail:
        if stretch.begins_with and places[stretch.begins_with].order >= places[target].order:
            trail = _without_beginning(trail, stretch.begins_with)
    return [stretch.as_json() for stretch in trail]
