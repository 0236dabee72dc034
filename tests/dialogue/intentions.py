"""A user who knows what to answer to each question, whenever it comes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from flows_app.engine import Commands
from tests.dialogue.flow_plans import FlowPlan, Unit

Slots = Mapping[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]
# Conditions look at remainders by 2 and 3; beyond that, each answer is a number of its own.
_REMAINDERS = 6


@dataclass
class Intentions:
    """Answers by what is asked: the flow instance, the slot, and where it matters the rounds, landings and what is
    shown. A second conversation with the same intentions gets the same answers, in whatever order it asks."""

    draw: Draw
    answers: dict[str, int] = field(default_factory=dict)
    # Which intention a value comes from: values are never used twice.
    sources: dict[tuple[str, str, int], str] = field(default_factory=dict)
    # What each intention has been before.
    former: dict[str, list[int]] = field(default_factory=dict)
    # The landings at which one that does not go by them was asked for.
    occasions: dict[str, set[str]] = field(default_factory=dict)
    # The newest intention told for each slot of a flow instance.
    newest: dict[tuple[str, str], str] = field(default_factory=dict)
    # When each was told last.
    times: dict[str, Any] = field(default_factory=dict)
    numbers: int = 0

    def new_value(self) -> int:
        self.numbers += 1
        return int(self.draw(st.integers(0, _REMAINDERS - 1))) + _REMAINDERS * self.numbers

    def value(self, key: str, place: str, slot: str) -> int:
        if key not in self.answers:
            self.answers[key] = self.new_value()
        value = self.answers[key]
        self.sources[place, slot, value] = key
        self.newest[place, slot] = key
        return value

    # Answering

    def ahead(self, plan: FlowPlan, slots: list[str]) -> Commands:
        """Values in the message that starts the flow."""
        return [_fill(slot, self.value(_shared(plan, ".", slot, ahead=True), ".", slot)) for slot in slots]

    def answer(self, plan: FlowPlan, unit: Unit, slots: Slots) -> Commands:
        occasion = plan.occasion(unit, slots)
        key = self.key(plan, unit, slots)
        self.occasions.setdefault(key, set()).add(str(occasion))
        told = [_fill(unit.slot, self.value(key, occasion.place, unit.slot))]
        for slot in unit.gives:
            if slot != unit.slot and slots.get(slot) is None:
                told.append(_fill(slot, self.value(_shared(plan, occasion.place, slot), occasion.place, slot)))
        return told

    def key(self, plan: FlowPlan, unit: Unit, slots: Slots) -> str:
        occasion = plan.occasion(unit, slots)
        if unit.kind != "collect":
            return str(occasion)
        if unit.shared:
            return _shared(plan, occasion.place, unit.slot)
        shown = plan.shown_in_loop(unit)
        if shown:
            return f"{occasion.place} {unit.slot} {occasion.rounds} where {shown} is {slots.get(shown)}"
        if plan.is_met_at_every_landing(unit):
            return f"{occasion.place} {unit.slot} {occasion.rounds} landing {occasion.landings}"
        return f"{occasion.place} {unit.slot} {occasion.rounds}"

    def says_no(self, plan: FlowPlan, unit: Unit, slots: Slots) -> bool:
        return plan.occasion(unit, slots).total in unit.noes

    # Correcting

    def source(self, place: str, slot: str, value: Any) -> str | None:
        """The intention that a slot's value comes from, if that alone would be another."""
        key = self.sources.get((place, slot, value)) if value is not None else self.newest.get((place, slot))
        return key if key and len(self.occasions.get(key, ())) <= 1 else None

    def change(self, key: str, place: str, slot: str) -> int:
        """To another value, or to one that it has been before."""
        before = self.former.setdefault(key, [])
        chosen: int | None = self.draw(st.none() | st.sampled_from(before)) if before else None
        before.append(self.answers[key])
        self.answers[key] = self.new_value() if chosen is None else chosen
        self.sources[place, slot, self.answers[key]] = key
        return self.answers[key]

    def take_back(self, key: str) -> None:
        """The change was refused."""
        self.answers[key] = self.former[key].pop()


def _shared(plan: FlowPlan, place: str, slot: str, *, ahead: bool = False) -> str:
    if slot in plan.shared:
        return f"{place} {slot}"
    return f"{place} {slot} ahead" if ahead else f"{place} {slot}"


def _fill(slot: str, value: int) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}
