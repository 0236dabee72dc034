"""A database of state version 1 goes on: the same replies, the same deeds, and the keys that were handed out before.

What is asserted is what the code of that version itself made of it, but for two things: what is called for the first
time has another key, and a flow that has called another stands at the step that calls, no longer behind it.
"""

import pytest

from conversations_app.models import ActionReceipt, Checkpoint, Conversation, Turn
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.handing_over import hand_back
from conversations_app.verbs.inspection import inspect, stored_state
from conversations_app.verbs.posting import post_message
from flows_app.engine import STATE_VERSION
from tests.upgrading.actions import Called
from tests.upgrading.upgraded import Calls, Upgraded

pytestmark = pytest.mark.django_db(transaction=True)

NOTE = "What shall I tell the driver?"
ON = "Let's go on where we were."


def assert_all_ended(talk: Upgraded, *flows: str) -> None:
    assert inspect(talk.conversation) == {"stack": [], "slots": {}}
    assert talk.runs == dict.fromkeys(flows, "completed")
    assert talk.conversation.status == "open"
    assert not talk.conversation.has_unprocessed_messages


def test_every_conversation_can_be_looked_at(calls: Calls) -> None:
    for conversation in Conversation.objects.all():
        stack = inspect(conversation)["stack"]
        assert bool(stack) == bool(conversation.checkpoint_id and conversation.user_ref != "failed_for_good")
        running = dict(conversation.flow_runs.filter(status="running").values_list("version__flow__name", "step"))
        assert {flow["flow"] for flow in stack} <= {*running}
        # Those below may stand at a step that calls: before, they stood behind it.
        assert all(running[flow["flow"]] == flow["step"] for flow in stack[-1:])


def test_the_state_is_stored_in_the_version_of_the_code_that_goes_on(calls: Calls) -> None:
    talk = Upgraded("question")

    talk.say("12")

    assert stored_state(talk.conversation)["state_version"] == STATE_VERSION


def test_code_of_before_leaves_it_alone_from_then_on(calls: Calls) -> None:
    """By what is noted beside the state: it was tried with that code, which leaves such a conversation to newer workers
    and changes nothing."""
    talk = Upgraded("question")
    assert newest_checkpoint(talk).metadata["state_version"] == 1

    talk.say("12")

    assert newest_checkpoint(talk).metadata["state_version"] == 2


def test_this_code_leaves_alone_what_newer_code_has_written(calls: Calls) -> None:
    talk = Upgraded("question")
    talk.say("12")
    newest = newest_checkpoint(talk)
    newest.metadata["state_version"] = 3
    newest.save()
    post_message(talk.id, "Lugo")
    transcript, processed = talk.transcript, talk.conversation.processed_seq

    run_turns(talk.id)

    assert (talk.transcript, talk.conversation.processed_seq) == (transcript, processed)
    assert newest_checkpoint(talk).state == newest.state
    assert talk.runs == {"parcel": "running"}
    newest.metadata["state_version"] = 2
    newest.save()
    run_turns(talk.id)
    assert talk.transcript[-1] == "bot: 12 kilos from Bea to Lugo. Shall I send it?"


def newest_checkpoint(talk: Upgraded) -> Checkpoint:
    return Checkpoint.objects.get(thread_id=talk.id, checkpoint_id=talk.conversation.checkpoint_id)


# Questions


def test_a_question_whose_first_answer_was_refused(calls: Calls) -> None:
    talk = Upgraded("question")
    assert talk.stack == ["parcel.ask_weight"]
    assert talk.slots == {"parcel": {"sender": "Bea"}}

    assert talk.say("12") == ["To which town?"]
    assert talk.say("Lugo") == ["12 kilos from Bea to Lugo. Shall I send it?"]
    assert talk.say("yes") == ["Parcel Lugo-12 is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Bea", "weight": 12, "town": "Lugo"})]
    assert talk.stack == ["parcel.ask_note"]
    assert talk.slots == {"parcel": {"sender": "Bea", "weight": 12, "town": "Lugo", "number": "Lugo-12"}}
    assert talk.say("Ring twice") == ["The driver of Lugo-12 knows: Ring twice."]
    assert_all_ended(talk, "parcel")


def test_the_answers_that_were_refused_before_count(calls: Calls) -> None:
    talk = Upgraded("question")

    assert talk.say("77") == ["We take 1 to 30 kilos.", "Once more, how many kilos?"]
    assert talk.say("88") == ["We take 1 to 30 kilos.", "We can't take that parcel."]

    assert_all_ended(talk, "parcel")
    assert calls == []


def test_a_question_that_a_no_has_led_back_to(calls: Calls) -> None:
    talk = Upgraded("question_after_denial")
    assert talk.stack == ["parcel.ask_town"]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": 12}}

    assert talk.say("Vigo") == ["12 kilos from Ana to Vigo. Shall I send it?"]
    assert talk.say("yes") == ["Parcel Vigo-12 is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Ana", "weight": 12, "town": "Vigo"})]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": 12, "town": "Vigo", "number": "Vigo-12"}}
    assert talk.say("Hurry") == ["The driver of Vigo-12 knows: Hurry."]
    assert_all_ended(talk, "parcel")


def test_a_message_that_waits_to_be_acknowledged(calls: Calls) -> None:
    talk = Upgraded("acknowledgement")
    assert talk.stack == ["rules.tell"]

    assert talk.say("I see") == ["Which box would you like?"]
    assert talk.stack == ["rules.ask_box"]
    assert talk.say("small") == ["A small box then."]
    assert_all_ended(talk, "rules")


def test_a_button_from_before(calls: Calls) -> None:
    talk = Upgraded("acknowledgement")

    assert talk.press("Understood") == ["Which box would you like?"]


# Confirmations


@pytest.mark.parametrize(
    ("name", "weight", "town"),
    [
        ("confirmation", 12, "Lugo"),
        ("confirmation_after_correction", 5, "Lugo"),
        ("confirmation_after_denial", 12, "Vigo"),
    ],
)
def test_a_yes_to_what_was_shown_before(calls: Calls, name: str, weight: int, town: str) -> None:
    talk = Upgraded(name)
    assert talk.stack == ["parcel.review"]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": weight, "town": town}}

    assert talk.say("yes") == [f"Parcel {town}-{weight} is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Ana", "weight": weight, "town": town})]
    assert talk.stack == ["parcel.ask_note"]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": weight, "town": town, "number": f"{town}-{weight}"}}
    assert talk.say("Hurry") == [f"The driver of {town}-{weight} knows: Hurry."]
    assert_all_ended(talk, "parcel")


@pytest.mark.parametrize("name", ["confirmation", "confirmation_after_correction", "confirmation_after_denial"])
def test_a_no_to_what_was_shown_before(calls: Calls, name: str) -> None:
    talk = Upgraded(name)
    weight = talk.slots["parcel"]["weight"]

    assert talk.say("no") == ["To which town?"]
    assert talk.say("Ourense") == [f"{weight} kilos from Ana to Ourense. Shall I send it?"]
    assert talk.say("yes") == [f"Parcel Ourense-{weight} is on its way.", NOTE]
    assert calls.anew == [("ship", {"sender": "Ana", "weight": weight, "town": "Ourense"})]


def test_a_yes_to_what_puts_right_a_deed_of_before(calls: Calls) -> None:
    talk = Upgraded("confirmation_after_deed")
    assert talk.stack == ["parcel.review"]
    put_right = {"sender": "Ana", "weight": 5, "town": "Lugo"}

    assert talk.say("yes") == ["Parcel Lugo-5 is on its way.", NOTE]
    assert calls.anew == [("ship", put_right)]
    assert talk.receipt.key == calls[0].key
    assert talk.stack == ["parcel.ask_note"]
    assert talk.slots == {"parcel": {**put_right, "number": "Lugo-5"}}
    assert talk.say("Hurry") == ["The driver of Lugo-5 knows: Hurry."]
    assert_all_ended(talk, "parcel")


# Deeds


@pytest.mark.parametrize(("name", "number"), [("after_deed", "Lugo-12"), ("after_second_deed", "Lugo-5")])
def test_a_deed_is_not_done_again(calls: Calls, name: str, number: str) -> None:
    talk = Upgraded(name)
    assert talk.stack == ["parcel.ask_note"]
    assert talk.slots["parcel"]["number"] == number

    assert talk.say("Hurry") == [f"The driver of {number} knows: Hurry."]

    assert_all_ended(talk, "parcel")
    assert calls == []


def test_nor_one_that_is_idempotent(calls: Calls) -> None:
    talk = Upgraded("after_idempotent_deed")
    assert talk.stack == ["tracking.ask_phone"]
    assert talk.slots == {"tracking": {"code": "K1", "place": "hall K1"}}

    assert talk.say("Ana") == ["We call Ana when K1 leaves hall K1."]

    assert_all_ended(talk, "tracking")
    assert calls == []


# Loops


def test_a_second_round(calls: Calls) -> None:
    talk = Upgraded("second_round")
    assert talk.stack == ["shopping.ask_pieces"]
    assert talk.slots == {"shopping": {"item": "string", "lines": ["3 tape"]}}

    assert talk.say("2") == ["2 string put aside.", "Anything else?"]
    assert talk.say("yes") == ["What would you like?"]
    assert talk.say("paper") == ["How many of paper?"]
    assert talk.say("9") == ["9 paper put aside.", "Anything else?"]
    assert talk.say("no") == ["3 tape, 2 string, 9 paper. Shall I order?"]
    assert talk.stack == ["shopping.review"]
    lines = ["3 tape", "2 string", "9 paper"]
    assert talk.slots == {"shopping": {"item": "paper", "pieces": 9, "more": False, "lines": lines}}
    assert talk.say("yes") == [f"Order {lines} is placed."]
    assert calls.anew == [
        ("reserve", {"item": "string", "pieces": 2}),
        ("reserve", {"item": "paper", "pieces": 9}),
        ("order", {"lines": lines}),
    ]
    assert_all_ended(talk, "shopping")


def test_behind_three_rounds(calls: Calls) -> None:
    talk = Upgraded("behind_loop")
    lines = ["3 tape", "2 string", "9 paper"]
    assert talk.stack == ["shopping.review"]
    assert talk.slots == {"shopping": {"item": "paper", "pieces": 9, "more": False, "lines": lines}}

    assert talk.say("yes") == [f"Order {lines} is placed."]

    assert calls.anew == [("order", {"lines": lines})]
    assert_all_ended(talk, "shopping")


def test_a_no_behind_three_rounds(calls: Calls) -> None:
    talk = Upgraded("behind_loop")

    assert talk.say("no") == ["Okay, cancelled."]

    assert talk.stack == []
    assert talk.runs == {"shopping": "cancelled"}
    assert calls == []


def test_a_loop_in_a_loop(calls: Calls) -> None:
    talk = Upgraded("nested_loop")
    assert talk.stack == ["removal.ask_more_things"]
    listed = ["lamp in the hall", "table in the kitchen", "oven in the kitchen"]
    assert talk.slots == {"removal": {"room": "kitchen", "thing": "oven", "list": listed}}

    assert talk.say("yes") == ["What is in the kitchen?"]
    assert talk.say("bench") == ["More in the kitchen?"]
    assert talk.say("no") == ["Another room?"]
    assert talk.say("yes") == ["Which room?"]
    assert talk.say("cellar") == ["What is in the cellar?"]
    assert talk.say("sledge") == ["More in the cellar?"]
    assert talk.say("no") == ["Another room?"]
    assert talk.stack == ["removal.ask_more_rooms"]
    listed = [*listed, "bench in the kitchen", "sledge in the cellar"]
    assert talk.slots == {"removal": {"room": "cellar", "thing": "sledge", "more_things": False, "list": listed}}
    assert talk.say("no") == [f"{', '.join(listed)}."]
    assert calls.anew == [
        ("reserve", {"item": "bench", "pieces": 1}),
        ("reserve", {"item": "sledge", "pieces": 1}),
    ]
    assert_all_ended(talk, "removal")


# Called flows


def test_a_called_flow(calls: Calls) -> None:
    talk = Upgraded("called_flow")
    assert talk.stack == ["move.find_address", "address.ask_street"]
    assert talk.slots == {"move": {"person": "Ana"}, "address": {"who": "Ana"}}

    assert talk.say("High Street") == ["On which floor in High Street?"]
    assert talk.stack == ["move.find_address", "address.find_level", "level.ask_level"]
    assert talk.say("4") == ["Ana to High Street, floor 4. Shall I note it?"]
    assert talk.stack == ["move.review"]
    assert talk.slots == {"move": {"person": "Ana", "address": "High Street, floor 4"}}
    assert talk.say("yes") == ["Noted: Ana/High Street, floor 4."]
    assert calls.anew == [("note_move", {"person": "Ana", "address": "High Street, floor 4"})]
    assert_all_ended(talk, "move", "address", "level")


def test_a_flow_that_a_called_flow_has_called(calls: Calls) -> None:
    talk = Upgraded("called_by_called_flow")
    assert talk.stack == ["move.find_address", "address.find_level", "level.ask_level"]
    assert talk.slots == {
        "move": {"person": "Ana"},
        "address": {"who": "Ana", "street": "High Street"},
        "level": {"house": "High Street"},
    }

    assert talk.say("4") == ["Ana to High Street, floor 4. Shall I note it?"]
    assert talk.slots == {"move": {"person": "Ana", "address": "High Street, floor 4"}}
    assert talk.say("yes") == ["Noted: Ana/High Street, floor 4."]
    assert calls.anew == [("note_move", {"person": "Ana", "address": "High Street, floor 4"})]
    assert_all_ended(talk, "move", "address", "level")


def test_behind_a_called_flow(calls: Calls) -> None:
    talk = Upgraded("behind_called_flow")
    assert talk.stack == ["move.review"]
    assert talk.slots == {"move": {"person": "Ana", "address": "High Street, floor 4"}}

    assert talk.say("yes") == ["Noted: Ana/High Street, floor 4."]

    assert calls.anew == [("note_move", {"person": "Ana", "address": "High Street, floor 4"})]
    assert_all_ended(talk, "move", "address", "level")


# Flows that interrupt others


def test_a_digression(calls: Calls) -> None:
    talk = Upgraded("digression")
    assert talk.stack == ["parcel.ask_weight", "tracking.ask_code"]

    assert talk.say("K1") == ["I look for K1.", "K1 is in hall K1.", "Whom shall we call when it moves?"]
    assert calls.anew == [("track", {"code": "K1"})]
    assert talk.slots == {"parcel": {"sender": "Ana"}, "tracking": {"code": "K1", "place": "hall K1"}}
    assert talk.say("Bea") == ["We call Bea when K1 leaves hall K1.", ON, "Once more, how many kilos?"]
    assert talk.stack == ["parcel.ask_weight"]
    assert talk.say("12") == ["To which town?"]
    assert talk.say("Lugo") == ["12 kilos from Ana to Lugo. Shall I send it?"]
    assert talk.say("yes") == ["Parcel Lugo-12 is on its way.", NOTE]
    assert calls.anew[1:] == [("ship", {"sender": "Ana", "weight": 12, "town": "Lugo"})]
    assert talk.say("Hurry") == ["The driver of Lugo-12 knows: Hurry."]
    assert_all_ended(talk, "parcel", "tracking")


def test_a_digression_from_a_called_flow(calls: Calls) -> None:
    talk = Upgraded("digression_in_called_flow")
    assert talk.stack == ["move.find_address", "address.find_level", "level.ask_level", "hours.ask_branch"]

    assert talk.say("Lugo") == ["Lugo is open from nine to five.", ON, "On which floor in High Street?"]
    assert talk.say("4") == ["Ana to High Street, floor 4. Shall I note it?"]
    assert talk.slots == {"move": {"person": "Ana", "address": "High Street, floor 4"}}
    assert talk.say("yes") == ["Noted: Ana/High Street, floor 4."]
    assert calls.anew == [("note_move", {"person": "Ana", "address": "High Street, floor 4"})]
    assert_all_ended(talk, "move", "address", "level", "hours")


def test_two_interrupted_flows_that_share_a_slot(calls: Calls) -> None:
    talk = Upgraded("bot_wide_slot")
    assert talk.stack == ["contract.ask_plan", "visit.ask_day", "hours.ask_branch"]
    assert talk.slots["contract"] == talk.slots["visit"] == {"customer": "Ana"}

    assert talk.say("Lugo") == ["Lugo is open from nine to five.", ON, "On which day, Ana?"]
    assert talk.say("Monday") == ["Ana, we come on Monday.", ON, "Which plan?"]
    assert talk.stack == ["contract.ask_plan"]
    assert talk.say("blue") == ["Plan blue for Ana?"]
    assert talk.slots == {"contract": {"customer": "Ana", "plan": "blue"}}
    assert talk.say("yes") == ["Contract Ana-blue."]
    assert calls.anew == [("sign", {"customer": "Ana", "plan": "blue"})]
    assert_all_ended(talk, "contract", "visit", "hours")


# A person


def test_a_person_gives_it_back(calls: Calls) -> None:
    talk = Upgraded("handed_off")
    assert talk.stack == ["complaint.ask_stars"]
    assert talk.say("Hello?") == []

    hand_back(talk.conversation)
    run_turns(talk.id)

    assert talk.transcript[-1] == "bot: How many stars do we get?"
    assert talk.slots == {"complaint": {"trouble": "a broken cup"}}
    assert talk.say("3") == ["3 stars for “a broken cup”. Thank you."]
    assert_all_ended(talk, "complaint")


# Turns that were killed


def test_the_sweeper_finds_the_turns_that_were_killed(calls: Calls) -> None:
    killed = Conversation.objects.filter(user_ref__startswith="killed")

    assert {*sweep()} == {*killed.values_list("pk", flat=True)}
    assert {*Turn.objects.filter(status="running").values_list("message__conversation", flat=True)} == {*sweep()}


def test_what_a_killed_turn_has_done_and_said_stands(calls: Calls) -> None:
    talk = Upgraded("killed_at_confirmation")
    said = talk.transcript
    assert said[-2:] == ["user: yes", "bot: Parcel Lugo-12 is on its way."]

    assert talk.run_again() == ["Parcel Lugo-12 is on its way.", NOTE]

    assert talk.transcript == [*said, f"bot: {NOTE}"]
    assert talk.stack == ["parcel.ask_note"]
    assert talk.slots == {"parcel": {"sender": "Ana", "weight": 12, "town": "Lugo", "number": "Lugo-12"}}
    assert talk.say("Hurry") == ["The driver of Lugo-12 knows: Hurry."]
    assert calls == []
    assert_all_ended(talk, "parcel")


def test_a_flow_that_has_started_in_the_killed_turn_is_the_same_flow(calls: Calls) -> None:
    talk = Upgraded("killed_at_start")
    said, flow_id = talk.transcript, talk.receipt.flow_id
    assert said[1:] == ["bot: One moment.", "bot: Van 7 comes."]

    assert talk.run_again() == ["One moment.", "Van 7 comes.", "To which floor?"]

    assert talk.transcript == [*said, "bot: To which floor?"]
    assert talk.conversation.flow_runs.get().flow_id == flow_id
    assert talk.stack == ["pickup.ask_floor"]
    assert talk.slots == {"pickup": {"van": "Van 7"}}
    assert talk.say("2") == ["Van 7 comes to floor 2."]
    assert calls == []
    assert_all_ended(talk, "pickup")


@pytest.mark.parametrize("name", ["killed_in_idempotent_action", "killed_in_idempotent_action_at_start"])
def test_an_idempotent_action_that_was_killed_runs_again_with_the_same_key(calls: Calls, name: str) -> None:
    talk = Upgraded(name)
    said, begun = talk.transcript, talk.receipt
    assert said[-1] == "bot: I look for K1."
    assert begun.outcome is None

    rest = ["K1 is in hall K1.", "Whom shall we call when it moves?"]
    assert talk.run_again() == ["I look for K1.", *rest]

    assert talk.transcript == [*said, *(f"bot: {text}" for text in rest)]
    assert calls == [Called("track", {"code": "K1"}, begun.key)]
    assert talk.receipt.pk == begun.pk
    assert talk.outcome["result"] == {"place": "hall K1"}
    assert talk.stack == ["tracking.ask_phone"]
    assert talk.slots == {"tracking": {"code": "K1", "place": "hall K1"}}
    assert talk.say("Ana") == ["We call Ana when K1 leaves hall K1."]
    assert_all_ended(talk, "tracking")


def test_any_other_action_that_was_killed_is_not_repeated(calls: Calls) -> None:
    talk = Upgraded("killed_in_action")
    said = talk.transcript
    doubt = "Sorry, I can't tell whether that was done. Please check before you try again."

    assert talk.run_again() == [doubt]

    assert talk.transcript == [*said, f"bot: {doubt}"]
    assert talk.outcome["error_type"] == "unknown"
    assert talk.stack == []
    assert talk.runs == {"parcel": "failed"}
    assert calls == []


def test_a_round_that_was_killed(calls: Calls) -> None:
    talk = Upgraded("killed_in_loop")
    said = talk.transcript
    assert said[-1] == "bot: 2 string put aside."

    assert talk.run_again() == ["2 string put aside.", "Anything else?"]

    assert talk.transcript == [*said, "bot: Anything else?"]
    assert talk.stack == ["shopping.ask_more"]
    lines = ["3 tape", "2 string"]
    assert talk.slots == {"shopping": {"item": "string", "pieces": 2, "lines": lines}}
    assert talk.say("no") == ["3 tape, 2 string. Shall I order?"]
    assert talk.say("yes") == [f"Order {lines} is placed."]
    assert calls.anew == [("order", {"lines": lines})]
    assert_all_ended(talk, "shopping")


def test_a_call_that_was_killed(calls: Calls) -> None:
    talk = Upgraded("killed_in_called_flow")
    said = talk.transcript

    assert talk.run_again() == ["On which floor in High Street?"]

    assert talk.transcript == [*said, "bot: On which floor in High Street?"]
    assert talk.stack == ["move.find_address", "address.find_level", "level.ask_level"]
    assert talk.say("4") == ["Ana to High Street, floor 4. Shall I note it?"]
    assert talk.say("yes") == ["Noted: Ana/High Street, floor 4."]
    assert calls.anew == [("note_move", {"person": "Ana", "address": "High Street, floor 4"})]
    assert_all_ended(talk, "move", "address", "level")


def test_who_wants_again_what_a_failed_turn_has_done_gets_it_once(calls: Calls) -> None:
    talk = Upgraded("failed_for_good")
    left = talk.receipt
    assert talk.stack == []

    assert talk.start("parcel") == ["Who sends it?"]
    talk.say("Ana")
    talk.say("12")
    assert talk.say("Lugo") == ["12 kilos from Ana to Lugo. Shall I send it?"]
    assert talk.say("yes") == ["Parcel Lugo-12 is on its way.", NOTE]

    assert calls == []
    taken_over = ActionReceipt.objects.get(pk=left.pk)
    assert taken_over.key == left.key
    assert taken_over.flow_id != left.flow_id
    assert taken_over.left_at is None
