"""Where conversations stand in a version, and where they have ended: what authors see as drop-off.

A run keeps where it stands, not its way there. How many have reached a step is told only where it follows from that:
every run that stands behind the step must have passed it, and none may have gone round it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from django.db.models import Count
from pydantic import ValidationError

from conversations_app.models import FlowRun
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.routing import Place, places, ways_from
from flows_app.models import FlowVersion
from flows_app.ports import StepStatistics

Status = FlowRun.Status
# The place behind the last step.
_END = ""
_GIVING_UP = frozenset({"on_invalid", "on_deny", "on_error"})


class StatisticsByRuns:
    def of_version(self, version: FlowVersion) -> Mapping[str, StepStatistics]:
        runs = FlowRun.objects.filter(version=version).order_by().values_list("step", "status")
        waiting, left, standing = Counter[str](), Counter[str](), Counter[str]()
        nowhere = 0
        for step, status, count in runs.annotate(count=Count("pk")):
            if status in (Status.CANCELLED, Status.FAILED) and not step:
                nowhere += count  # it is not known where these have ended
                continue
            standing[step] += count
            if status == Status.RUNNING:
                waiting[step] += count
            elif status != Status.COMPLETED:
                left[step] += count
        reached = _reached(version, standing, nowhere)
        named = {name for name in (*reached, *waiting, *left) if name}
        return {name: StepStatistics(reached.get(name), left[name], waiting[name]) for name in sorted(named)}


def _reached(version: FlowVersion, standing: Mapping[str, int], nowhere: int) -> dict[str, int]:
    try:
        definition = FlowDefinition.read_stored(version.definition)
    except ValidationError:
        return {}  # published under an older language: which way it led, nobody can tell any more
    ways = _Ways(definition)
    reached = {step: ways.reached(step, standing) for step in ways.steps}
    if nowhere:
        # Only that they have begun is certain.
        first = ways.steps[0]
        reached = {first: (reached[first] or 0) + nowhere if reached[first] is not None else None}
    return {step: count for step, count in reached.items() if count}


def _onward(place: Place) -> Iterator[str]:
    """Where a run can stand next. A denial, a failure or too many attempts that lead nowhere end it where it stands."""
    for field, target in ways_from(place):
        gives_up = field in _GIVING_UP and not getattr(place.step, field)
        if not gives_up:
            yield target or _END


class _Ways:
    """Which places lie behind a step, and which of them only the step leads to. Sets of places are bits of a number: a
    flow may have thousands of steps."""

    def __init__(self, definition: FlowDefinition):
        known = places(definition)
        self.steps = list(known)
        self._bits = {name: 1 << number for number, name in enumerate((*known, _END))}
        self._onward = {name: set(_onward(place)) for name, place in known.items()}
        self._skippable = {name for name, place in known.items() if place.step.when}

    def reached(self, step: str, standing: Mapping[str, int]) -> int | None:
        """None if it does not follow from where the runs stand."""
        bit = self._bits[step]
        count = 0
        for place, runs in standing.items():
            if place not in self._bits or not self._behind[step] & self._bits[place]:
                continue
            passed = place == step or (step not in self._skippable and bool(self._on_every_way_to[place] & bit))
            if not passed:
                return None
            count += runs
        return count

    @cached_property
    def _behind(self) -> dict[str, int]:
        """The places that can be come to from each step, itself included."""
        behind = dict(self._bits)
        changed = True
        while changed:
            changed = False
            for step in reversed(self.steps):
                more = behind[step]
                for target in self._onward[step]:
                    more |= behind[target]
                changed = changed or more != behind[step]
                behind[step] = more
        return behind

    @cached_property
    def _on_every_way_to(self) -> dict[str, int]:
        """The steps that no way from the start to a place goes round."""
        everything = (1 << len(self._bits)) - 1
        on_way = dict.fromkeys(self._bits, everything)
        on_way[self.steps[0]] = self._bits[self.steps[0]]
        changed = True
        while changed:
            changed = False
            for step in self.steps:
                for target in self._onward[step]:
                    fewer = on_way[target] & (on_way[step] | self._bits[target])
                    changed = changed or fewer != on_way[target]
                    on_way[target] = fewer
        return on_way
