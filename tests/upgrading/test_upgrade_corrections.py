"""Values that were given before the upgrade are corrected after it.

The code knows less of the way that such a flow has come than of its own: it walks from the start, with what the user
has told as given ahead. So it may ask more than the code of state version 1 did: for an agreement once more, or for the
rounds of a loop from the first on; and it refuses more, where something was done in such a round. It must not do more:
no deed without the user's yes to the new value, and none twice with another key for the same value.
"""

import pytest

from tests.upgrading.upgraded import Calls, Upgraded

pytestmark = pytest.mark.django_db(transaction=True)

CHANGED = "Okay, I've changed that."
DONE_ALREADY = "That has already been done; I can't change it any more."
NOTE = "What shall I tell the driver?"
ON = "Let's go on where we were."


# Before anything is done


def test_a_value_that_was_corrected_before_is_corrected_again(calls: Calls) -> None:
    talk = Upgraded("question")

    # The question stays the one that was asked before: an answer to it was refused.
    assert talk.correct("sender", "Cleo") == [CHANGED, "A parcel from Cleo.", "Once more, how many kilos?"]

    assert talk.say("12") == ["To which town?"]
    assert talk.say("Lugo") == ["12 kilos from Cleo to Lugo. Shall I send it?"]
    assert talk.slots == {"parcel": {"sender": "Cleo", "weight": 12, "town": "Lugo"}}
    assert talk.say("yes") == ["Parcel Lugo-12 is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Cleo", "weight": 12, "town": "Lugo"})]


def test_a_value_is_corrected_at_a_confirmation_after_a_correction(calls: Calls) -> None:
    talk = Upgraded("confirmation_after_correction")

    assert talk.correct("weight", 7) == [CHANGED, "7 kilos from Ana to Lugo. Shall I send it?"]

    assert talk.stack == ["parcel.review"]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": 7, "town": "Lugo"}}
    assert talk.say("yes") == ["Parcel Lugo-7 is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Ana", "weight": 7, "town": "Lugo"})]


@pytest.mark.parametrize(("name", "town"), [("confirmation", "Lugo"), ("confirmation_after_denial", "Vigo")])
def test_what_was_said_of_the_old_value_is_said_of_the_new_one(calls: Calls, name: str, town: str) -> None:
    talk = Upgraded(name)

    shown = f"12 kilos from Bea to {town}. Shall I send it?"
    assert talk.correct("sender", "Bea") == [CHANGED, "A parcel from Bea.", shown]

    assert talk.slots == {"parcel": {"sender": "Bea", "weight": 12, "town": town}}
    assert talk.say("yes") == [f"Parcel {town}-12 is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Bea", "weight": 12, "town": town})]


# Of what is done


@pytest.mark.parametrize(
    ("name", "slot", "value", "number"),
    [
        ("after_deed", "town", "Vigo", "Vigo-12"),
        ("after_second_deed", "weight", 12, "Lugo-12"),
        ("confirmation_after_deed", "weight", 7, "Lugo-7"),
    ],
)
def test_a_deed_is_put_right_once_the_user_has_agreed(
    calls: Calls, name: str, slot: str, value: str | int, number: str
) -> None:
    talk = Upgraded(name)
    town, weight = number.split("-")
    put_right = {"sender": "Ana", "weight": int(weight), "town": town}

    assert talk.correct(slot, value) == [CHANGED, f"{weight} kilos from Ana to {town}. Shall I send it?"]
    assert calls == []
    assert talk.stack == ["parcel.review"]
    assert talk.slots == {"parcel": put_right}

    assert talk.say("yes") == [f"Parcel {number} is on its way.", NOTE]
    assert calls.anew == [("ship", put_right)]
    assert talk.receipt.key == calls[0].key
    assert talk.slots == {"parcel": {**put_right, "number": number}}
    assert talk.say("Hurry") == [f"The driver of {number} knows: Hurry."]
    assert talk.stack == []


def test_a_deed_whose_value_is_put_back_counts(calls: Calls) -> None:
    talk = Upgraded("confirmation_after_deed")

    assert talk.correct("weight", 12) == [CHANGED, "12 kilos from Ana to Lugo. Shall I send it?"]
    assert talk.say("yes") == [NOTE]

    assert calls == []
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": 12, "town": "Lugo", "number": "Lugo-12"}}


def test_a_deed_of_a_turn_that_was_killed_is_put_right(calls: Calls) -> None:
    talk = Upgraded("killed_at_confirmation")
    talk.run_again()

    assert talk.correct("weight", 5) == [CHANGED, "5 kilos from Ana to Lugo. Shall I send it?"]
    assert talk.say("yes") == ["Parcel Lugo-5 is on its way.", NOTE]

    assert calls.anew == [("ship", {"sender": "Ana", "weight": 5, "town": "Lugo"})]
    assert talk.receipt.key == calls[0].key


def test_an_idempotent_action_runs_again_with_the_new_value(calls: Calls) -> None:
    talk = Upgraded("after_idempotent_deed")

    told = ["I look for K2.", "K2 is in hall K2.", "Whom shall we call when it moves?"]
    assert talk.correct("code", "K2") == [CHANGED, *told]

    assert calls.anew == [("track", {"code": "K2"})]
    assert talk.receipt.key == calls[0].key
    assert talk.slots == {"tracking": {"code": "K2", "place": "hall K2"}}
    assert talk.say("Ana") == ["We call Ana when K2 leaves hall K2."]
    assert talk.stack == []


# Loops


def test_a_value_of_the_round_under_way(calls: Calls) -> None:
    """The loop would begin anew, and what its first round has done can't be undone. Version 1 took the correction."""
    talk = Upgraded("second_round")

    assert talk.correct("item", "rope") == [DONE_ALREADY, "How many of string?"]

    assert talk.slots == {"shopping": {"item": "string", "lines": ["3 tape"]}}
    assert talk.say("2") == ["2 string put aside.", "Anything else?"]
    assert talk.say("no") == ["3 tape, 2 string. Shall I order?"]
    assert talk.say("yes") == ["Order ['3 tape', '2 string'] is placed."]
    assert calls.anew == [
        ("reserve", {"item": "string", "pieces": 2}),
        ("order", {"lines": ["3 tape", "2 string"]}),
    ]


def test_a_value_of_a_round_that_began_after_the_upgrade(calls: Calls) -> None:
    talk = Upgraded("second_round")
    talk.say("2")
    talk.say("yes")
    talk.say("paper")

    assert talk.correct("item", "rope") == [CHANGED, "How many of rope?"]

    assert talk.slots == {"shopping": {"item": "rope", "lines": ["3 tape", "2 string"]}}
    assert talk.say("9") == ["9 rope put aside.", "Anything else?"]
    assert talk.say("no") == ["3 tape, 2 string, 9 rope. Shall I order?"]
    assert calls.anew == [("reserve", {"item": "string", "pieces": 2}), ("reserve", {"item": "rope", "pieces": 9})]


def test_a_value_that_a_deed_of_the_last_round_rests_on(calls: Calls) -> None:
    talk = Upgraded("behind_loop")
    lines = ["3 tape", "2 string", "9 paper"]

    assert talk.correct("pieces", 8) == [DONE_ALREADY, "3 tape, 2 string, 9 paper. Shall I order?"]

    assert talk.slots == {"shopping": {"item": "paper", "pieces": 9, "more": False, "lines": lines}}
    assert talk.say("yes") == [f"Order {lines} is placed."]
    assert calls.anew == [("order", {"lines": lines})]


def test_a_value_that_a_deed_of_a_loop_in_a_loop_rests_on(calls: Calls) -> None:
    talk = Upgraded("nested_loop")

    assert talk.correct("thing", "stove") == [DONE_ALREADY, "More in the kitchen?"]

    assert talk.say("no") == ["Another room?"]
    assert talk.say("no") == ["lamp in the hall, table in the kitchen, oven in the kitchen."]
    assert calls == []


def test_a_value_of_a_round_that_was_killed(calls: Calls) -> None:
    talk = Upgraded("killed_in_loop")
    talk.run_again()

    assert talk.correct("pieces", 4) == [DONE_ALREADY, "Anything else?"]

    assert talk.slots == {"shopping": {"item": "string", "pieces": 2, "lines": ["3 tape", "2 string"]}}
    assert calls == []


# Called flows


def test_a_value_that_was_handed_to_a_called_flow(calls: Calls) -> None:
    talk = Upgraded("called_flow")

    assert talk.correct("person", "Bea") == [CHANGED, "Bea moves, is that right?"]

    assert talk.stack == ["move.agree"]
    assert talk.say("yes") == ["In which street will Bea live?"]
    assert talk.slots == {"move": {"person": "Bea"}, "address": {"who": "Bea"}}
    assert talk.say("High Street") == ["On which floor in High Street?"]
    assert_noted(talk, calls, "Bea", "High Street", "4")


def test_a_value_that_two_called_flows_rest_on(calls: Calls) -> None:
    talk = Upgraded("called_by_called_flow")

    assert talk.correct("person", "Bea") == [CHANGED, "Bea moves, is that right?"]

    assert talk.say("yes") == ["On which floor in High Street?"]
    assert_noted(talk, calls, "Bea", "High Street", "4")


def test_a_value_of_the_flow_between(calls: Calls) -> None:
    talk = Upgraded("called_by_called_flow")

    assert talk.correct("street", "Low Street") == [CHANGED, "On which floor in Low Street?"]

    assert talk.slots["address"] == {"who": "Ana", "street": "Low Street"}
    assert talk.slots["level"] == {"house": "Low Street"}
    assert_noted(talk, calls, "Ana", "Low Street", "4")


def test_a_value_that_was_handed_to_a_flow_that_has_returned(calls: Calls) -> None:
    talk = Upgraded("behind_called_flow")

    assert talk.correct("person", "Bea") == [CHANGED, "Bea moves, is that right?"]

    assert talk.say("yes") == ["In which street will Bea live?"]
    assert talk.say("Low Street") == ["On which floor in Low Street?"]
    assert_noted(talk, calls, "Bea", "Low Street", "5")


def assert_noted(talk: Upgraded, calls: Calls, person: str, street: str, floor: str) -> None:
    address = f"{street}, floor {floor}"
    assert talk.say(floor) == [f"{person} to {address}. Shall I note it?"]
    assert talk.stack == ["move.review"]
    assert talk.slots == {"move": {"person": person, "address": address}}
    assert talk.say("yes") == [f"Noted: {person}/{address}."]
    assert calls.anew == [("note_move", {"person": person, "address": address})]
    assert talk.stack == []


# Interrupted flows


def test_a_value_of_an_interrupted_flow(calls: Calls) -> None:
    talk = Upgraded("digression")

    assert talk.correct("sender", "Bea") == [CHANGED, "What is its code?"]

    assert talk.say("K1") == ["I look for K1.", "K1 is in hall K1.", "Whom shall we call when it moves?"]
    told = "We call Ana when K1 leaves hall K1."
    # Where it stood it was asking already.
    assert talk.say("Ana") == [told, ON, "A parcel from Bea.", "Once more, how many kilos?"]
    assert talk.stack == ["parcel.ask_weight"]
    assert talk.slots == {"parcel": {"sender": "Bea"}}


def test_a_value_of_an_interrupted_flow_that_has_called_others(calls: Calls) -> None:
    talk = Upgraded("digression_in_called_flow")

    assert talk.correct("person", "Bea") == [CHANGED, "Which branch?"]

    assert talk.say("Lugo") == ["Lugo is open from nine to five.", ON, "Bea moves, is that right?"]
    assert talk.say("yes") == ["On which floor in High Street?"]
    assert_noted(talk, calls, "Bea", "High Street", "4")


def test_a_slot_that_two_interrupted_flows_share(calls: Calls) -> None:
    talk = Upgraded("bot_wide_slot")

    assert talk.correct("customer", "Bea") == [CHANGED, "Which branch?"]

    assert talk.slots["contract"] == talk.slots["visit"] == {"customer": "Bea"}
    assert talk.say("Lugo") == ["Lugo is open from nine to five.", ON, "A visit to Bea.", "On which day, Bea?"]
    assert talk.say("Monday") == ["Bea, we come on Monday.", ON, "Hello, Bea.", "Which plan?"]
    assert talk.say("blue") == ["Plan blue for Bea?"]
    assert talk.say("yes") == ["Contract Bea-blue."]
    assert calls.anew == [("sign", {"customer": "Bea", "plan": "blue"})]


# Corrected before the upgrade; what comes of it is walked after it


def test_flows_that_wait_to_be_called_again(calls: Calls) -> None:
    talk = Upgraded("called_flow_to_be_called_again")
    assert talk.stack == ["move.agree"]
    assert talk.slots == {"move": {"person": "Bea"}}

    assert talk.say("yes") == ["On which floor in High Street?"]

    assert talk.stack == ["move.find_address", "address.find_level", "level.ask_level"]
    assert talk.slots["address"] == {"who": "Bea", "street": "High Street"}
    assert_noted(talk, calls, "Bea", "High Street", "4")
    assert talk.runs == {"move": "completed", "address": "completed", "level": "completed"}


def test_flows_that_wait_to_be_called_again_and_never_are(calls: Calls) -> None:
    talk = Upgraded("called_flow_to_be_called_again")

    assert talk.say("no") == ["Okay, cancelled."]

    assert talk.stack == []
    assert talk.runs == {"move": "cancelled", "address": "cancelled", "level": "cancelled"}


def test_an_interrupted_flow_that_has_heard_of_a_correction(calls: Calls) -> None:
    talk = Upgraded("bot_wide_slot_corrected")
    assert talk.stack == ["contract.ask_customer", "visit.ask_day"]

    assert talk.say("Monday") == ["Bea, we come on Monday.", ON, "Hello, Bea.", "Plan blue for Bea?"]

    assert_signed(talk, calls)


def test_an_interrupted_flow_that_has_yet_to_hear_of_a_change(calls: Calls) -> None:
    talk = Upgraded("bot_wide_slot_set")
    assert talk.stack == ["contract.review", "rename.ask_reason"]

    assert talk.say("marriage") == ["Bea because of marriage.", ON, "Hello, Bea.", "Plan blue for Bea?"]

    assert_signed(talk, calls)


def assert_signed(talk: Upgraded, calls: Calls) -> None:
    assert talk.stack == ["contract.review"]
    assert talk.slots == {"contract": {"customer": "Bea", "plan": "blue"}}
    assert talk.say("yes") == ["Contract Bea-blue."]
    assert calls.anew == [("sign", {"customer": "Bea", "plan": "blue"})]
    assert talk.stack == []
