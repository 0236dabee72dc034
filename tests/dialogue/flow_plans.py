"""Plans of random flows, and what can be told of them without running them.

A plan is a tree of units; each unit is written as one step, or as a few that belong together (flow_writing.py). The
flow counts for everybody to see: its loops count their rounds, and each step that may jump back counts how often it was
reached and how often passed. So the occasion on which something is asked or done can be read from the slots.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

STOP = "stop_here"
FINISH = "finish"


@dataclass(eq=False)
class Unit:
    kind: str
    name: str
    # The slot that it fills, and the one that its condition, computation or input reads.
    slot: str = ""
    reads: str = ""
    # A slot that its text shows.
    shows: str = ""
    # Nested lists: the body of a loop, the cases of a branch.
    inner: list[list["Unit"]] = field(default_factory=list)
    # Of what may jump: `back` or `forward`, and where to; forward to nothing is to the end.
    leads: str = ""
    target: "Unit | None" = None
    # Landings at which a confirmation is denied, or an action fails, and how.
    noes: tuple[int, ...] = ()
    fails: Mapping[int, str] = field(default_factory=dict)
    # An idempotent action fails for some inputs, too.
    fails_for: int | None = None
    idempotent: bool = True
    always_ask: bool = False
    # Of a collect step: other steps ask for the same slot; it is asked for once in a flow, whatever the way.
    shared: bool = False
    # Given in the same answer, though not asked for.
    gives: tuple[str, ...] = ()
    clears: tuple[str, ...] = ()
    bound: int = 2
    # Of a loop: rounds that it has in any case.
    least: int = 0
    flow: "FlowPlan | None" = None

    @property
    def jumps_back(self) -> bool:
        return self.leads == "back" and self.target is not None

    @property
    def tried(self) -> str:
        return f"{self.name}_tried"

    @property
    def passed(self) -> str:
        return f"{self.name}_passed"

    @property
    def round(self) -> str:
        return f"{self.name}_round"

    @property
    def item(self) -> str:
        return f"{self.name}_item"

    @property
    def result(self) -> str:
        return f"{self.name}_result"


@dataclass(frozen=True)
class Spot:
    """Where a unit stands."""

    unit: Unit
    order: int
    loops: tuple[Unit, ...]
    # Of the list that it is in: the units that the list is nested in.
    around: tuple[Unit, ...]
    place_in_list: int
    siblings: tuple[Unit, ...]


@dataclass(frozen=True)
class Occasion:
    """Which time a step is met: by the flow instance, the rounds of the loops around it, the jumps back before it."""

    place: str
    unit: str
    rounds: tuple[int, ...]
    landings: int

    @property
    def total(self) -> int:
        """All jumps back, whatever their depth."""
        return self.landings // 10_000 + self.landings // 100 % 100 + self.landings % 100

    def __str__(self) -> str:
        rounds = "".join(f" round {number}" for number in self.rounds)
        return f"{self.place}{self.unit}{rounds} landing {self.landings}"


@dataclass(eq=False)
class FlowPlan:
    letter: str
    units: list[Unit]
    # Slots that several steps may ask for.
    shared: tuple[str, ...] = ()
    # A main flow stops at a last question that nobody answers; a called one returns.
    main: bool = True

    @property
    def name(self) -> str:
        return f"flow_{self.letter}"

    @property
    def place(self) -> str:
        return f"{self.letter}_place"

    @property
    def log(self) -> str:
        return f"{self.letter}_log"

    @property
    def given(self) -> str:
        return f"{self.letter}_given"

    @property
    def outcome(self) -> str:
        return f"{self.letter}_outcome"

    @cached_property
    def spots(self) -> dict[str, Spot]:
        found: dict[str, Spot] = {}
        self._walk(self.units, (), found)
        return found

    def _walk(self, units: list[Unit], around: tuple[Unit, ...], found: dict[str, Spot]) -> None:
        loops = tuple(unit for unit in around if unit.kind == "loop")
        for number, unit in enumerate(units):
            found[unit.name] = Spot(unit, len(found), loops, around, number, tuple(units))
            for nested in unit.inner:
                self._walk(nested, (*around, unit), found)

    def all_units(self) -> Iterator[Unit]:
        return (spot.unit for spot in self.spots.values())

    def of_kind(self, kind: str) -> list[Unit]:
        return [unit for unit in self.all_units() if unit.kind == kind]

    @property
    def called(self) -> list["FlowPlan"]:
        """This one, and those that it calls, each once."""
        found = [self]
        for unit in self.of_kind("call"):
            assert unit.flow
            found += [flow for flow in unit.flow.called if flow not in found]
        return found

    # Jumps back

    def landing_before(self, unit: Unit) -> list[Unit]:
        """The units whose jumps back land at or before this one, within the same rounds."""
        here = self.spots[unit.name]
        return [jump for jump in self.all_units() if jump.jumps_back and self._counts_for(jump, here)]

    def _counts_for(self, jump: Unit, here: Spot) -> bool:
        assert jump.target
        landed = self.spots[jump.target.name]
        return landed.order <= here.order and here.loops[: len(landed.loops)] == landed.loops

    def landing_inside(self, loop: Unit) -> list[Unit]:
        """The units whose jumps back land in the loop's own rounds: counted anew in each."""
        jumps = [(unit, unit.target) for unit in self.all_units() if unit.jumps_back and unit.target]
        return [jump for jump, target in jumps if self.spots[target.name].loops[-1:] == (loop,)]

    def occasion(self, unit: Unit, slots: Mapping[str, Any]) -> Occasion:
        """Read from what the flow has counted."""
        counted = [(slots.get(jump.tried, 0) - slots.get(jump.passed, 0), jump) for jump in self.landing_before(unit)]
        # One that is being met has been counted as tried already.
        landings = sum(count * self.weight(jump) for count, jump in counted)
        landings -= self.weight(unit) if unit.jumps_back else 0
        rounds = tuple(slots.get(loop.round, 0) for loop in self.spots[unit.name].loops)
        return Occasion(slots.get(self.place) or ".", unit.name, rounds, landings)

    def weight(self, jump: Unit) -> int:
        """Counters of an inner round begin anew, so that jumps of different depths must not add up to the same."""
        assert jump.target
        return int(100 ** (2 - min(2, len(self.spots[jump.target.name].loops))))

    # What an answer may go by

    def is_met_at_every_landing(self, unit: Unit) -> bool:
        """Whether a collect step is met once before each jump back, whatever the values: only then may its answers
        differ by landing. Elsewhere the journal takes an answer of another landing for it."""
        here = self.spots[unit.name]
        for jump in self.landing_before(unit):
            assert jump.target
            landed = self.spots[jump.target.name]
            if landed.around != here.around or here.siblings != landed.siblings:
                return False
            if self.spots[jump.name].order <= here.order:
                return False
        return not any(self._skips(jump, here) for jump in self.all_units())

    def _skips(self, jump: Unit, here: Spot) -> bool:
        if jump.leads != "forward" or self.spots[jump.name].order > here.order:
            return False
        return jump.target is None or self.spots[jump.target.name].order > here.order

    def shown_in_loop(self, unit: Unit) -> str:
        """The computed slot that a question in a loop shows: where that has changed, it is another question."""
        if not self.spots[unit.name].loops or unit.shows not in self.computed:
            return ""
        return unit.shows

    @cached_property
    def computed(self) -> frozenset[str]:
        items = {loop.item for loop in self.of_kind("loop")}
        return frozenset(items | {unit.slot for unit in self.of_kind("compute")})

    @cached_property
    def clocks(self) -> frozenset[str]:
        return frozenset(unit.slot for unit in self.of_kind("clock"))
