"""Occasions: which visits of a step are one and the same."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from flows_app.engine.decisions import GoOn, Here
from flows_app.engine.node import effect_of
from flows_app.engine.occasions import Occasion, path_of, rounds_in
from flows_app.engine.state import FlowMemory
from flows_app.flow_language import FlowDefinition, WhileStep
from flows_app.flow_language.routing import places
from tests.support.contexts import NOW


def say(name: str) -> dict[str, Any]:
    return {"type": "say", "name": name, "message": name}


def loop(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "while", "name": name, "condition": "true", "steps": list(steps)}


ASK = {"type": "collect", "name": "ask", "slot": "x", "message": "X?"}
NESTED = loop("outer", say("before"), loop("inner", say("one"), say("two")), say("after"))
DEFINITION = {"name": "flow", "slots": [{"name": "x"}], "steps": [ASK, say("start"), NESTED, say("end_of_all")]}
PLACES = places(FlowDefinition.model_validate(DEFINITION))


class Way:
    """Goes through the definition as decisions lead it."""

    def __init__(self) -> None:
        self.step: str | None = "ask"
        self.memory: FlowMemory = {}
        self.jumps_back = 0

    @property
    def path(self) -> str:
        assert self.step
        return path_of(PLACES[self.step], self.memory, PLACES)

    @property
    def occasion(self) -> Occasion:
        return Occasion("f", self.step or "", self.path)

    def go(self, *targets: str | None) -> "Way":
        """To each of these in turn; a loop begins a round if the target is inside it."""
        for target in targets:
            assert self.step
            here = Here(self.occasion, {}, NOW, 1, "en")
            place = PLACES[self.step]
            begins = target == place.first_inside.get("") if isinstance(place.step, WhileStep) else None
            effect = effect_of(GoOn(target, begins_round=begins), place, here, self.memory, PLACES)
            self.memory, self.step = {**self.memory, **effect.memory}, target
            self.jumps_back += len(effect.entries)
        return self


FIRST_ROUND = ("start", "outer", "before", "inner", "one", "two")


def test_a_step_outside_loops_has_an_empty_path() -> None:
    assert Way().go("start").path == ""


def test_rounds_are_told_from_the_outermost_loop_in() -> None:
    way = Way().go(*FIRST_ROUND)
    assert way.path == ".1.1"
    assert way.go("inner", "one").path == ".1.2"
    assert way.go("two", "inner", "after").path == ".1"
    assert way.go("outer", "before").path == ".2"
    assert way.go("inner", "one").path == ".2.1"
    assert way.jumps_back == 0


def test_the_round_of_a_loop_is_no_part_of_its_own_path() -> None:
    assert Way().go(*FIRST_ROUND, "inner").path == ".1"


def test_a_jump_back_counts_for_what_lies_at_or_behind_its_landing() -> None:
    way = Way().go("start", "ask")
    assert way.path == "+1"
    assert way.go("start", "outer", "before").path == "+1.1"
    assert way.go("start").path == "+2"
    assert path_of(PLACES["ask"], way.memory, PLACES) == "+1"


def test_a_jump_to_the_step_itself_is_one_back() -> None:
    assert Way().go("ask").path == "+1"


def test_a_jump_back_within_a_round_is_forgotten_in_the_next() -> None:
    way = Way().go(*FIRST_ROUND, "one")
    assert way.path == ".1.1+1"
    assert way.go("two", "inner", "one").path == ".1.2"


def test_a_jump_back_to_another_round_of_the_outer_loop_leaves_the_inner_one() -> None:
    way = Way().go(*FIRST_ROUND, "inner", "one", "before")
    assert way.path == ".1+1"
    assert way.go("inner", "one").path == ".1+1.1"


def test_a_loop_that_is_entered_again_after_a_jump_out_has_another_path() -> None:
    way = Way().go(*FIRST_ROUND, "end_of_all", "outer", "before")
    assert way.path == "+1.1"


def test_a_jump_back_empties_the_slot_of_the_question_that_it_lands_at() -> None:
    way = Way().go("start")
    here = Here(way.occasion, {"x": 1}, NOW, 1, "en")

    effect = effect_of(GoOn("ask"), PLACES["start"], here, way.memory, PLACES)

    assert effect.slots == {"x": None}
    assert [(entry.step, entry.type, getattr(entry, "landed", "")) for entry in effect.entries] == [
        ("start", "jumped_back", "+1")
    ]


def test_the_rounds_of_a_path_are_told_without_its_jumps() -> None:
    assert rounds_in("+1.2+3.1") == ("", "2", "1")
    assert rounds_in("") == ("",)


def test_an_occasion_is_the_same_however_often_the_step_was_visited() -> None:
    assert Occasion("f", "ask", visit=1) == Occasion("f", "ask", visit=2)
    assert Occasion("f", "ask", ".1") != Occasion("f", "ask", ".2")


def targets_of(step: str) -> list[str]:
    """Where a step can lead: a loop to its first step or the one behind; any other wherever an author says."""
    place = PLACES[step]
    if isinstance(place.step, WhileStep):
        return [place.first_inside[""], *([place.following] if place.following else [])]
    return list(PLACES)


@given(st.lists(st.integers(0, 20), max_size=40))
def test_no_occasion_comes_twice_whatever_way_a_flow_takes(choices: list[int]) -> None:
    way, seen = Way(), {Way().occasion}
    for choice in choices:
        targets = targets_of(way.step or "")
        way.go(targets[choice % len(targets)])
        # A loop decides once a round: it is the same occasion until it ends.
        if isinstance(PLACES[way.step or ""].step, WhileStep):
            continue
        assert way.occasion not in seen
        seen.add(way.occasion)
