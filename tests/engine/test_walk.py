"""A flow walked along its journal: what is known is passed, and it stops where something is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from flows_app.engine import CompiledFlow, Occasion, PastDeed, Receipt, compile_flow
from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave, Moment, RunAction
from flows_app.engine.dry_walk import DryWalk
from flows_app.engine.fingerprints import digest, fingerprint
from flows_app.engine.journal import (
    Agreed,
    Called,
    Denied,
    Entry,
    Given,
    Journal,
    JumpedBack,
    Returned,
    Said,
    Started,
    TakenOver,
)
from flows_app.engine.past import Past, is_past
from flows_app.engine.steps.collect import Collect
from flows_app.engine.walk import Stop, Walk
from flows_app.flow_language import FlowDefinition
from flows_app.limits import STEPS_PER_TURN
from tests.support.contexts import NOW

LATER = NOW + timedelta(days=1)
SLOTS = [
    {"name": "n", "type": "integer"},
    {"name": "item"},
    {"name": "items", "type": "list", "initial": []},
    {"name": "code"},
    {"name": "day"},
]
ASK = {"type": "collect", "name": "ask", "slot": "n", "message": "How much?"}
TELL = {"type": "say", "name": "tell", "message": "It is {n}."}
SURE = {"type": "confirm", "name": "sure", "message": "Pay {n}?", "on_deny": "ask"}
PAY = {"type": "action", "name": "pay", "call": "pay", "inputs": {"n": "n"}, "outputs": {"code": "code"}}
CODE = {"type": "branch", "name": "by_code", "cases": [{"when": "code == 'R1'", "next": "end"}]}
RATE = {"type": "collect", "name": "rate", "slot": "day", "message": "Rating?"}
ADD = {"type": "set", "name": "add", "values": {"items": "items + [item]"}}
ITEM = {"type": "collect", "name": "ask_item", "slot": "item", "message": "Item?"}
LOOP = {"type": "while", "name": "loop", "condition": "size(items) < 3", "steps": [ITEM, ADD]}


def flow(*steps: Mapping[str, Any], **more: Any) -> CompiledFlow:
    definition = {"name": "flow", "slots": SLOTS, "steps": list(steps), **more}
    return compile_flow(FlowDefinition.model_validate(definition))


def at(step: str, path: str = "", when: datetime = NOW) -> dict[str, Any]:
    return {"step": step, "path": path, "at": when, "turn": 1}


def given(slot: str, value: Any, step: str, path: str = "", when: datetime = NOW, **more: Any) -> Given:
    return Given(slot=slot, value=value, **at(step, path, when), **more)


def asked(n: int) -> Given:
    return given("n", n, "ask", answer=True)


def said(text: str, step: str = "tell", path: str = "") -> Said:
    return Said(text=digest(text), language="en", **at(step, path))


def paid(n: int, path: str = "", *, once: bool = True, **outcome: Any) -> PastDeed:
    ended = outcome or {"result": {"code": "R1"}}
    receipt = Receipt(fingerprint({"n": n}).noted, "key", ended, turn=1)
    return PastDeed("f", "pay", path, 0, receipt, once, ("n",))


@dataclass
class Walked:
    """A flow instance with what it knows."""

    compiled: CompiledFlow
    entries: Sequence[Entry]
    deeds: Sequence[PastDeed] = ()
    others: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    flows: Mapping[int, CompiledFlow] = field(default_factory=dict)
    reached: Sequence[tuple[str, str]] = ()

    def walk(self, *, dry: bool = False) -> tuple[Walk, Stop]:
        begun = Started(slots=self.compiled.initial_slots, bot_slots={}, version_id=1, at=NOW, turn=1)
        journals = {"f": Journal([begun, *self.entries])}
        journals |= {flow_id: Journal(entries) for flow_id, entries in self.others.items()}
        past = Past(journals, self.deeds, self.flows, {"f": self.reached})
        walk = (DryWalk if dry else Walk)(self.compiled, "f", past, Moment(LATER, 5, "en")).begin({})
        return walk, walk.forward()


def agreed_to(n: int, compiled: CompiledFlow) -> Agreed:
    """As the open question would have noted it."""
    asks = compiled.steps["sure"].decide(Here(Occasion("f", "sure"), {"n": n, "items": []}, NOW, 1, "en"))
    assert isinstance(asks, Ask)
    return Agreed(shown=asks.shown, language="en", **at("sure"))


# What is known is passed


def test_it_passes_answers_and_what_was_said_and_stops_at_the_first_question() -> None:
    walk, stop = Walked(flow(ASK, TELL, RATE), [asked(5), said("It is 5.")]).walk()

    assert (stop.step, type(stop.decision)) == ("rate", Ask)
    assert walk.slots["n"] == 5
    assert (walk.unmet, walk.entries) == (set(), [])


def test_a_text_that_differs_now_stops_a_real_walk_but_no_dry_one() -> None:
    walked = Walked(flow(ASK, TELL, RATE), [asked(6), said("It is 5.")])

    _, stop = walked.walk()
    assert isinstance(stop.decision, GoOn)
    assert (stop.step, stop.decision.message and stop.decision.message["prompt"]) == ("tell", "It is 6.")
    assert walked.walk(dry=True)[1].step == "rate"


def test_it_leaves_everything_as_it_was() -> None:
    walked = Walked(flow(ASK, TELL, RATE), [asked(5)])

    assert walked.walk()[0].update({}) == walked.walk()[0].update({})


def test_a_step_that_is_left_out_now_leaves_its_entry_unmet() -> None:
    skipped = {**RATE, "when": "n > 10"}
    rated = given("day", "good", "rate", answer=True)

    walk, stop = Walked(flow(ASK, skipped, {**RATE, "name": "other", "slot": "code"}), [asked(5), rated]).walk()

    assert (stop.step, len(walk.unmet), walk.slots.get("day")) == ("other", 1, None)


def test_a_value_that_was_given_ahead_fills_the_slot_from_where_the_flow_stood() -> None:
    ahead = given("day", "good", "ask")
    walk, stop = Walked(flow(ASK, RATE), [ahead, asked(5)]).walk()

    assert (stop, walk.slots["day"]) == (Stop(None, None), "good")


def test_an_unmet_value_for_the_slot_counts_at_another_step_that_asks_for_it() -> None:
    walk, stop = Walked(flow(ASK, RATE), [asked(5), given("day", "good", "gone", answer=True)]).walk()

    assert (stop.step, walk.slots["day"], walk.unmet) == (None, "good", set())


def test_a_value_that_was_taken_back_is_asked_for() -> None:
    _, stop = Walked(flow(ASK, RATE), [asked(5), asked(6), given("n", None, "ask", answer=True)]).walk()

    assert stop.step == "ask"


# Confirmations


def test_an_agreement_counts_for_the_values_that_were_agreed_to() -> None:
    compiled = flow(ASK, SURE, RATE)
    walk, stop = Walked(compiled, [asked(5), agreed_to(5, compiled)]).walk()
    assert (stop.step, walk.memory["agreed_in"]) == ("rate", 1)

    walk, stop = Walked(compiled, [asked(6), agreed_to(5, compiled)]).walk()
    assert (stop.step, walk.memory["agreed_in"]) == ("sure", 0)


def test_a_denial_that_led_back_stands_whatever_is_shown() -> None:
    denied = Denied(shown="other", language="en", **at("sure"))
    back = JumpedBack(to="ask", landed="+1", number=1, **at("sure"))
    again = given("n", 7, "ask", "+1", answer=True)

    walk, stop = Walked(flow(ASK, SURE), [asked(5), denied, back, again]).walk()

    assert (stop.step, walk.slots["n"], walk.memory["landings"]) == ("sure", 7, {"": {"ask": 1}})
    assert (walk.unmet, walk.entries) == (set(), [])


# What was done


def test_what_was_done_with_the_same_inputs_is_passed() -> None:
    walk, stop = Walked(flow(ASK, PAY, RATE), [asked(5)], [paid(5)]).walk()

    assert (stop.step, walk.slots["code"]) == ("rate", "R1")


def test_what_would_be_done_otherwise_stops_it() -> None:
    walked = Walked(flow(ASK, PAY, RATE), [asked(6)], [paid(5)])

    assert walked.walk()[1] == Stop("pay", RunAction({"n": 6}))
    walk, stop = walked.walk(dry=True)
    assert stop.step == "rate"
    assert walk.deeds_changed == walked.deeds
    assert isinstance(walk, DryWalk)
    assert "code" in walk.unknown


def test_a_dry_walk_ends_at_a_condition_that_is_unknown() -> None:
    walk, stop = Walked(flow(ASK, PAY, CODE, RATE), [asked(6)], [paid(5, once=False)]).walk(dry=True)

    assert stop == Stop("by_code", None)
    assert walk.deeds_changed == []


def test_what_follows_from_the_unknown_is_unknown() -> None:
    follows = {"type": "set", "name": "follows", "values": {"day": "code"}}
    walk, stop = Walked(flow(ASK, PAY, follows, ITEM), [asked(6)], [paid(5, once=False)]).walk(dry=True)

    assert stop.step == "ask_item"
    assert isinstance(walk, DryWalk)
    assert {"code", "day"} <= walk.unknown


def test_a_deed_that_was_interrupted_has_an_unknown_outcome() -> None:
    interrupted = PastDeed("f", "pay", "", 0, Receipt(fingerprint({"n": 5}).noted, "key"), True, ("n",))
    _, stop = Walked(flow(ASK, PAY, RATE), [asked(5)], [interrupted]).walk()

    assert isinstance(stop.decision, Leave)
    assert stop.decision.signal["error_type"] == "unknown"


def test_a_deed_of_older_code_is_found_by_the_count_of_visits() -> None:
    old = PastDeed("f", "pay", None, 0, paid(5).receipt, True, None)

    assert Walked(flow(ASK, PAY, RATE), [asked(5)], [old]).walk()[1].step == "rate"


# Left behind, and earlier rounds

BACK = {"type": "confirm", "name": "sure", "message": "Paid {n}. Go on?", "on_deny": "ask"}
WENT_BACK: list[Entry] = [
    Denied(shown="other", language="en", **at("sure")),
    JumpedBack(to="ask", landed="+1", number=1, **at("sure")),
]


def test_what_a_jump_back_has_left_behind_stands_and_nothing_is_said_again() -> None:
    entries: list[Entry] = [asked(6), said("It is 5."), *WENT_BACK]
    walk, stop = Walked(flow(ASK, TELL, PAY, BACK), entries, [paid(5)]).walk()

    assert (stop.step, walk.memory["landings"]) == ("ask", {"": {"ask": 1}})
    assert walk.deeds_changed == []


def test_whether_something_is_past_is_told_by_its_occasion() -> None:
    compiled = flow(ASK, TELL, PAY, BACK)
    past = Past({"f": Journal(WENT_BACK)}, (), {})

    assert is_past(past, "f", compiled, "pay", "")
    assert not is_past(past, "f", compiled, "pay", "+1")


def items(*values: str) -> list[Entry]:
    return [given("item", value, "ask_item", f".{number}", answer=True) for number, value in enumerate(values, start=1)]


def test_each_round_has_its_own_answers() -> None:
    walk, stop = Walked(flow(LOOP, RATE), items("a", "b", "c")).walk()

    assert (stop.step, walk.slots["items"], walk.slots["item"]) == ("rate", ["a", "b", "c"], "c")


def test_earlier_rounds_say_nothing_anew() -> None:
    told = {"type": "say", "name": "told", "message": "{items|join:', '}"}
    loop = {**LOOP, "steps": [ITEM, ADD, told]}
    notes = [said("x", "told", ".1"), said("x, b", "told", ".2")]

    walk, stop = Walked(flow(loop, RATE), [*items("a", "b"), *notes]).walk()

    assert isinstance(stop.decision, GoOn)
    assert (stop.step, walk.memory["rounds"]) == ("told", {"loop": 2})


def test_a_round_that_was_only_come_to_is_a_later_one_too() -> None:
    told = {"type": "say", "name": "told", "message": "{items|join:', '}"}
    loop = {**LOOP, "steps": [ITEM, ADD, told]}
    walked = Walked(flow(loop, RATE), [*items("a"), said("x", "told", ".1")], reached=[("ask_item", ".2")])

    walk, stop = walked.walk()

    assert (stop.step, walk.memory["rounds"]) == ("ask_item", {"loop": 2})


def test_an_answer_about_other_data_does_not_count() -> None:
    about = {**ITEM, "message": "What of {code}?"}
    name = {"type": "set", "name": "name", "values": {"code": "n > 5 ? 'many' : 'few'"}}
    loop = {**LOOP, "steps": [name, about, ADD]}
    compiled = flow(ASK, loop)
    asks = compiled.steps["ask_item"].decider
    assert isinstance(asks, Collect)
    answer = given("item", "a", "ask_item", ".1", answer=True, shown=asks.shown_with({"code": "few"}))

    assert Walked(compiled, [asked(5), answer]).walk()[0].memory["rounds"] == {"loop": 2}
    walk, stop = Walked(compiled, [asked(6), answer]).walk()
    assert (stop.step, walk.memory["rounds"]) == ("ask_item", {"loop": 1})


# Called flows

SUB = flow({**ASK, "name": "ask_sub"}, RATE, name="sub", inputs=["n"], outputs=["day"])
CALL = {"type": "call", "name": "call", "flow": "sub", "inputs": {"n": "n"}, "outputs": {"day": "day"}}
CALLED = Called(flow_id="g", flow_name="sub", version_id=2, **at("call"))


def returned(n: int) -> Returned:
    return Returned(inputs=fingerprint({"n": n}).noted, slots={"day": "good"}, **at("call"))


def sub_with(n: int, *entries: Entry) -> list[Entry]:
    return [Started(slots={"n": n}, bot_slots={}, version_id=2, at=NOW, turn=1), *entries]


RATED = given("day", "good", "rate", answer=True)


def test_what_a_called_flow_has_returned_counts_for_the_same_inputs() -> None:
    walk, stop = Walked(flow(ASK, CALL, ITEM), [asked(5), CALLED, returned(5)]).walk()

    assert (stop.step, walk.slots["day"]) == ("ask_item", "good")


def test_with_other_inputs_a_real_walk_stops_at_the_call() -> None:
    walk, stop = Walked(flow(ASK, CALL, ITEM), [asked(6), CALLED, returned(5)]).walk()

    assert isinstance(stop.decision, Leave)
    assert (stop.step, stop.decision.signal["inputs"]) == ("call", {"n": 6})
    assert walk.walked.told.called("sub") == CALLED


def test_a_dry_walk_goes_through_the_called_flows_own_journal() -> None:
    walked = Walked(
        flow(ASK, CALL, ITEM), [asked(6), CALLED, returned(5)], others={"g": sub_with(5, RATED)}, flows={2: SUB}
    )
    walk, stop = walked.walk(dry=True)

    assert (stop.step, walk.slots["day"]) == ("ask_item", "good")


def test_and_may_end_in_it() -> None:
    walked = Walked(flow(ASK, CALL, ITEM), [asked(6), CALLED], others={"g": sub_with(5)}, flows={2: SUB})
    _, stop = walked.walk(dry=True)

    assert stop.step == "call"
    assert stop.inside
    inside, where = stop.inside
    assert (inside.flow_id, inside.slots["n"], where.step) == ("g", 6, "rate")


def test_deeds_of_a_called_flow_that_has_returned_are_met() -> None:
    deed = PastDeed("g", "pay", "", 0, paid(5).receipt, True, ("n",))
    walked = Walked(flow(ASK, CALL, ITEM), [asked(5), CALLED, returned(5)], [deed], {"g": sub_with(5)}, {2: SUB})

    assert walked.walk(dry=True)[0].deeds_met == [deed]


# Time

TODAY = {"type": "set", "name": "today", "values": {"day": "string(today)"}}
THAT_DAY = f"{NOW.date().isoformat()}T00:00:00+00:00"


def test_a_step_that_is_passed_has_the_time_of_the_last_entry() -> None:
    walk, stop = Walked(flow(ASK, TODAY, ITEM), [asked(5)]).walk()

    assert (stop.step, walk.slots["day"]) == ("ask_item", THAT_DAY)


def test_a_correction_does_not_change_the_time() -> None:
    corrected = given("n", 6, "ask", "", LATER, answer=True, since=NOW)
    walk, _ = Walked(flow(ASK, TODAY, ITEM), [asked(5), corrected]).walk()

    assert (walk.slots["n"], walk.slots["day"]) == (6, THAT_DAY)


# Ends


def test_an_endless_loop_of_pure_steps_stops() -> None:
    round_and_round = {"type": "set", "name": "again", "values": {"n": "n + 1"}, "next": "again"}
    walk, stop = Walked(flow(ASK, round_and_round), [asked(5)]).walk()

    assert stop == Stop("again", None)
    assert walk.slots["n"] <= 5 + STEPS_PER_TURN + 1


def test_steps_that_are_known_do_not_count_towards_the_limit() -> None:
    many = STEPS_PER_TURN
    count = {"type": "set", "name": "count", "values": {"n": "n + 1"}}
    loop = {**LOOP, "condition": f"n < {many}", "max_iterations": many, "steps": [ITEM, count]}
    walk, stop = Walked(flow(ASK, loop, RATE), [asked(0), *items(*("x" for _ in range(many)))]).walk()

    assert (stop.step, walk.slots["n"]) == ("rate", many)


def test_a_flow_that_was_taken_over_begins_where_it_stood() -> None:
    taken_over = TakenOver(
        slots={"items": ["a"]}, bot_slots={}, rounds={"loop": 2}, visits={"ask_item": 1}, **at("ask_item")
    )
    walk, stop = Walked(flow(LOOP, RATE), [taken_over]).walk()

    assert (stop.step, walk.memory["rounds"], walk.slots["items"]) == ("ask_item", {"loop": 2}, ["a"])


def test_a_decision_of_a_walk_is_the_same_as_the_nodes() -> None:
    compiled = flow(ASK)
    _, stop = Walked(compiled, []).walk()
    here = Here(Occasion("f", "ask"), compiled.initial_slots, NOW, 5, "en")

    decided: Decision = compiled.steps["ask"].decide(here)
    assert stop.decision == decided
