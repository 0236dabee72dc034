"""Random plans of flows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.dialogue.flow_plans import FlowPlan, Unit

# What a flow may be made of. `deed` is an action that is not idempotent.
FEATURES = (
    *("collect", "compute", "branch", "jump", "jump_back", "loop", "confirm", "deny_back", "action", "error_back"),
    *("deed", "say", "call", "clock", "pad", "shared", "always_ask", "ahead", "emptied"),
)
# Kinds of unit that a feature of another name brings.
_KINDS = {"jump_back": "jump", "deed": "action", "deny_back": "confirm", "error_back": "action"}
_NO_UNITS = ("shared", "always_ask", "ahead", "emptied")
# These are what most can go wrong with, and they are left out where they don't fit.
_OFTEN = ("loop", "loop", "call", "call", "collect")
_DEPTH = 2
_LETTERS = "abc"

Draw = Callable[[st.SearchStrategy[Any]], Any]


@st.composite
def flow_plans(
    draw: Draw, features: Iterable[str] = FEATURES, often: Sequence[str] = (), most: int = 6, letter: str = "a"
) -> FlowPlan:
    """A main flow, with those that it calls; what comes `often` is drawn more often.

    Most flows are made of a few features only: where everything is mixed, each pair of them rarely meets.
    """
    allowed = frozenset(features)
    if letter == _LETTERS[0] and draw(st.sampled_from((True, True, False))):
        some = draw(st.sets(st.sampled_from(sorted(allowed)), min_size=min(3, len(allowed)), max_size=6))
        allowed = frozenset({"collect", *some, *(allowed & {*often})})
    return _Drawing(draw, allowed, tuple(often), most, letter).plan()


@dataclass
class _Drawing:
    draw: Draw
    features: frozenset[str]
    often: tuple[str, ...]
    most: int
    letter: str
    numbers: int = 0
    # Integer slots that later units can read; and those that several steps may ask for.
    slots: list[str] = field(default_factory=list)
    shared: tuple[str, ...] = ()
    called: FlowPlan | None = None

    def plan(self) -> FlowPlan:
        main = self.letter == _LETTERS[0]
        if "shared" in self.features:
            self.shared = tuple(f"{self.letter}_shared{number}" for number in (1, 2))
        if not main:
            self.slots.append(f"{self.letter}_given")
        following = _LETTERS.find(self.letter) + 1
        if "call" in self.features and following < len(_LETTERS) and self.draw(st.sampled_from((True, True, False))):
            inner = flow_plans(self.features, self.often, max(2, self.most - 2), _LETTERS[following])
            self.called = self.draw(inner)
        units = [self.collect("collect", ()), *self.units(())]
        plan = FlowPlan(self.letter, units, self.shared, main)
        for unit in plan.all_units():
            self.lead(unit, plan)
        return plan

    def units(self, around: tuple[Unit, ...]) -> list[Unit]:
        count = self.draw(st.integers(1, 3) if around else st.integers(2, self.most))
        return [self.unit(around) for _ in range(count)]

    def unit(self, around: tuple[Unit, ...]) -> Unit:
        left_out = {
            *_NO_UNITS,
            *(("loop", "branch") if len(around) >= _DEPTH else ()),
            *(() if self.called else ("call",)),
        }
        features = [name for name in (*FEATURES, *_OFTEN, *self.often) if name in self.features - left_out]
        feature: str = self.draw(st.sampled_from(features))
        kind = _KINDS.get(feature, feature)
        make = {"collect": self.collect, "loop": self.loop, "branch": self.branch}.get(kind, self.plain)
        unit: Unit = make(feature, around)
        if kind == "compute":
            self.slots.append(unit.slot)
        return unit

    def new(self, kind: str, **fields: Any) -> Unit:
        self.numbers += 1
        return Unit(kind, f"{self.letter}_{kind}{self.numbers}", **fields)

    def any_slot(self) -> str:
        # Hypothesis prefers the first: what was filled last.
        return str(self.draw(st.sampled_from([*reversed(self.slots), *self.shared] or ["no_slot"])))

    def collect(self, feature: str, around: tuple[Unit, ...]) -> Unit:
        shows = self.any_slot() if self.slots and self.draw(st.booleans()) else ""
        unit = self.new("collect", shows=shows)
        looping = any(other.kind == "loop" for other in around)
        if self.shared and not looping and self.slots and self.draw(st.booleans()):
            unit.shared, unit.slot = True, self.draw(st.sampled_from(self.shared))
        else:
            unit.slot = f"{unit.name}_value"
            unit.always_ask = "always_ask" in self.features and self.draw(st.booleans())
        if "ahead" in self.features and self.shared:
            unit.gives = tuple(self.draw(st.lists(st.sampled_from(self.shared), max_size=1)))
        self.slots.append(unit.slot)
        return unit

    def plain(self, feature: str, around: tuple[Unit, ...]) -> Unit:
        kind = _KINDS.get(feature, feature)
        unit = self.new(kind, reads=self.any_slot(), bound=self.draw(st.integers(2, 3)))
        if kind in ("compute", "clock", "confirm"):
            unit.slot = f"{unit.name}_value"
        if kind in ("say", "confirm"):
            unit.shows = unit.reads
            unit.always_ask = kind == "say" and self.draw(st.booleans())
        if kind == "pad":
            unit.clears = (self.draw(st.sampled_from([slot for slot in self.slots if slot not in self.shared])),)
        if kind == "call":
            unit.flow = self.called
        if kind == "action":
            unit.idempotent = feature != "deed"
        unit.leads = {"deny_back": "back", "error_back": "back", "jump_back": "back", "jump": "forward"}.get(
            feature, ""
        )
        return unit

    def loop(self, feature: str, around: tuple[Unit, ...]) -> Unit:
        least = self.draw(st.sampled_from((1, 0, 2)))
        unit = self.new("loop", reads=self.any_slot(), bound=self.draw(st.integers(2, 3)), least=least)
        self.slots.append(unit.item)
        unit.inner = [self.units((*around, unit))]
        asked = [inner.slot for inner in unit.inner[0] if inner.kind == "collect" and not inner.shared]
        if asked and self.draw(st.booleans()):
            # “Another one?”
            unit.reads, unit.least = asked[0], max(least, 1)
        return unit

    def branch(self, feature: str, around: tuple[Unit, ...]) -> Unit:
        unit = self.new("branch", reads=self.any_slot(), bound=self.draw(st.integers(2, 3)))
        unit.inner = [self.units((*around, unit)) for _ in range(self.draw(st.integers(1, 2)))]
        if self.shared and not any(other.kind == "loop" for other in around) and self.draw(st.booleans()):
            # Whichever way is taken, the same is asked for.
            slot = self.draw(st.sampled_from(self.shared))
            unit.inner = [[self.new("collect", slot=slot, shared=True), *nested] for nested in unit.inner]
        return unit

    # Where jumps lead

    def lead(self, unit: Unit, plan: FlowPlan) -> None:
        if unit.kind == "action":
            self._let_fail(unit)
        if unit.kind == "confirm" and not unit.leads and self.draw(st.booleans()):
            unit.leads = "forward"
        if unit.leads == "back":
            earlier = self._reachable(unit, plan, back=True)
            unit.target = self.draw(st.sampled_from(earlier)) if earlier else None
            unit.leads = unit.leads if unit.target else "forward"
        if unit.leads == "forward":
            unit.target = self.draw(st.sampled_from([*self._reachable(unit, plan, back=False), None]))
        if unit.kind == "confirm" and unit.leads:
            unit.noes = self._some_landings()
        if unit.kind == "action" and unit.leads != "back" and unit.fails_for is not None:
            unit.leads = "forward"

    def _let_fail(self, unit: Unit) -> None:
        kinds = st.just("failed") if unit.idempotent else st.sampled_from(("failed", "unknown"))
        fails = {landing: self.draw(kinds) for landing in self._some_landings()}
        if unit.leads == "back" or (fails and self.draw(st.booleans())):
            unit.fails, unit.leads = fails, unit.leads or "forward"
        if unit.leads == "forward" and unit.idempotent and self.draw(st.booleans()):
            unit.fails_for = self.draw(st.integers(0, 2))

    def _some_landings(self) -> tuple[int, ...]:
        drawn: tuple[int, ...] = self.draw(st.sampled_from(((0,), (), (1,), (0, 1))))
        return drawn

    def _reachable(self, unit: Unit, plan: FlowPlan, *, back: bool) -> list[Unit]:
        """Before or after it in its own list, and in the lists around it."""
        found: list[Unit] = []
        spot = plan.spots[unit.name]
        for one in (unit, *reversed(spot.around)):
            at = plan.spots[one.name]
            ahead = at.siblings[: at.place_in_list] if back else at.siblings[at.place_in_list + 1 :]
            found += reversed(ahead) if back else ahead
        # A jump back to it would empty its slot, and it be asked for again.
        return [other for other in found if not (back and other.shared)]


def all_but(*features: str) -> tuple[str, ...]:
    return tuple(name for name in FEATURES if name not in features)
