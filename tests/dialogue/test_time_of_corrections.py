"""What was computed from the time stays as it was: a correction past midnight changes nothing that it should not."""

from datetime import UTC, datetime
from typing import Any

import pytest

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal
from conversations_app.flow_tests.rehearsal import RehearsedTurn
from conversations_app.flow_tests.slots import slots_of
from flows_app.flow_language import FlowDefinition
from tests.conversations.loading import bot_under_test

pytestmark = pytest.mark.django_db

BEFORE_MIDNIGHT = datetime(2026, 6, 1, 23, 58, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 6, 2, 0, 5, tzinfo=UTC)
A_DAY_LATER = datetime(2026, 6, 3, 0, 5, tzinfo=UTC)

CORRECTED = "Okay, I've changed that."


class TalkOverDays:
    """A conversation each turn of which has its own time."""

    def __init__(self, bot: BotUnderTest):
        self.bot = bot
        self._rehearsal = Rehearsal(self.bot)

    def say(self, now: datetime, text: str, *commands: dict[str, Any]) -> list[str]:
        self._rehearsal._now = now
        turn: RehearsedTurn = self._rehearsal.say(text, list(commands) or None)
        return [reply.text for reply in turn.replies]

    def slots(self, flow_name: str) -> dict[str, Any]:
        return slots_of(flow_name, self._rehearsal.state, self.bot.flows)


@pytest.fixture
def talk() -> TalkOverDays:
    return TalkOverDays(bot_under_test("holiday"))


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def correct(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "correct_slot", "slot": slot, "value": value}


def clear(slot: str) -> dict[str, Any]:
    return {"type": "clear_slot", "slot": slot}


def test_what_was_computed_before_midnight_stays_when_the_value_before_it_is_corrected_after(
    talk: TalkOverDays,
) -> None:
    assert talk.say(BEFORE_MIDNIGHT, "a diary", start("diary")) == ["How are you?"]
    assert talk.say(BEFORE_MIDNIGHT, "fine") == ["1 June 2026: I am fine.", "What is the title?"]

    assert talk.say(AFTER_MIDNIGHT, "tired", correct("mood", "tired")) == [
        CORRECTED,
        "1 June 2026: I am tired.",
        "What is the title?",
    ]

    assert talk.slots("diary")["begun"] == "2026-06-01"
    assert talk.slots("diary")["mood"] == "tired"


def test_what_comes_after_the_correction_goes_by_its_own_time(talk: TalkOverDays) -> None:
    talk.say(BEFORE_MIDNIGHT, "a diary", start("diary"))
    talk.say(BEFORE_MIDNIGHT, "fine")
    talk.say(AFTER_MIDNIGHT, "tired", correct("mood", "tired"))

    assert talk.say(AFTER_MIDNIGHT, "Sun") == ["Closed on 2 June 2026.", "Where do I put it?"]

    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-01", "2026-06-02")


def test_each_step_keeps_the_time_at_which_it_was_reached(talk: TalkOverDays) -> None:
    talk.say(BEFORE_MIDNIGHT, "a diary", start("diary"))
    talk.say(BEFORE_MIDNIGHT, "fine")
    assert talk.say(AFTER_MIDNIGHT, "Sun") == ["Closed on 2 June 2026.", "Where do I put it?"]

    assert talk.say(A_DAY_LATER, "tired", correct("mood", "tired")) == [
        CORRECTED,
        "1 June 2026: I am tired.",
        "Where do I put it?",
    ]
    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-01", "2026-06-02")

    assert talk.say(A_DAY_LATER, "Rain", correct("title", "Rain")) == [CORRECTED, "Where do I put it?"]
    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-01", "2026-06-02")

    assert talk.say(A_DAY_LATER, "shelf") == ["“Rain” of 1 June 2026 is in the shelf."]


def test_a_value_given_ahead_before_midnight_is_corrected_after_it(talk: TalkOverDays) -> None:
    given = {"type": "set_slot", "slot": "title", "value": "Sun"}
    assert talk.say(BEFORE_MIDNIGHT, "a diary called Sun", start("diary"), given) == ["How are you?"]
    assert talk.say(BEFORE_MIDNIGHT, "fine") == [
        "1 June 2026: I am fine.",
        "Closed on 1 June 2026.",
        "Where do I put it?",
    ]

    assert talk.say(AFTER_MIDNIGHT, "Rain", correct("title", "Rain")) == [CORRECTED, "Where do I put it?"]

    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-01", "2026-06-01")


def test_time_does_not_go_back_at_a_value_that_was_given_ahead(talk: TalkOverDays) -> None:
    given = {"type": "set_slot", "slot": "title", "value": "Sun"}
    assert talk.say(BEFORE_MIDNIGHT, "a diary called Sun", start("diary"), given) == ["How are you?"]
    assert talk.say(AFTER_MIDNIGHT, "fine") == [
        "2 June 2026: I am fine.",
        "Closed on 2 June 2026.",
        "Where do I put it?",
    ]

    assert talk.say(A_DAY_LATER, "tired", correct("mood", "tired")) == [
        CORRECTED,
        "2 June 2026: I am tired.",
        "Where do I put it?",
    ]

    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-02", "2026-06-02")


def test_a_value_taken_back_and_given_anew_after_midnight_is_of_the_new_day(talk: TalkOverDays) -> None:
    talk.say(BEFORE_MIDNIGHT, "a diary", start("diary"))
    talk.say(BEFORE_MIDNIGHT, "fine")
    assert talk.say(BEFORE_MIDNIGHT, "Sun") == ["Closed on 1 June 2026.", "Where do I put it?"]

    assert talk.say(AFTER_MIDNIGHT, "another title", clear("title")) == ["What is the title?"]
    assert talk.slots("diary")["begun"] == "2026-06-01"

    assert talk.say(AFTER_MIDNIGHT, "Rain") == ["Closed on 2 June 2026.", "Where do I put it?"]
    assert (talk.slots("diary")["begun"], talk.slots("diary")["finished"]) == ("2026-06-01", "2026-06-02")


def test_each_round_of_a_loop_keeps_its_day(talk: TalkOverDays) -> None:
    assert talk.say(BEFORE_MIDNIGHT, "the log", start("logbook")) == ["Which boat?"]
    assert talk.say(BEFORE_MIDNIGHT, "Ana") == ["What happened?"]
    assert talk.say(BEFORE_MIDNIGHT, "fog") == ["Anything else?"]
    assert talk.say(AFTER_MIDNIGHT, "yes") == ["What happened?"]
    assert talk.say(AFTER_MIDNIGHT, "wind") == ["Anything else?"]
    assert talk.slots("logbook")["lines"] == ["Ana on day 1: fog", "Ana on day 2: wind"]

    assert talk.say(A_DAY_LATER, "it is the Bea", correct("boat", "Bea")) == [CORRECTED, "Anything else?"]
    assert talk.slots("logbook")["lines"] == ["Bea on day 1: fog", "Bea on day 2: wind"]

    assert talk.say(A_DAY_LATER, "storm, not wind", correct("entry", "storm")) == [CORRECTED, "Anything else?"]
    assert talk.slots("logbook")["lines"] == ["Bea on day 1: fog", "Bea on day 2: storm"]

    assert talk.say(A_DAY_LATER, "no") == ["Bea on day 1: fog; Bea on day 2: storm"]


CALLER = {
    "name": "stay",
    "slots": [
        {"name": "nights", "type": "integer"},
        {"name": "guest"},
        {"name": "noted"},
        {"name": "day"},
        {"name": "end"},
    ],
    "steps": [
        {"type": "collect", "name": "ask_nights", "slot": "nights", "message": "How many nights?"},
        {"type": "call", "name": "who", "flow": "guest", "inputs": {"nights": "nights"}, "outputs": {"name": "guest"}},
        {"type": "set", "name": "note", "values": {"noted": "guest"}},
        {"type": "set", "name": "today", "values": {"day": "string(today)"}},
        {"type": "collect", "name": "ask_end", "slot": "end", "message": "Anything else?"},
    ],
}
CALLED = {
    "name": "guest",
    "inputs": ["nights"],
    "outputs": ["name"],
    "slots": [{"name": "nights", "type": "integer"}, {"name": "name"}],
    "steps": [{"type": "collect", "name": "ask_name", "slot": "name", "message": "Who stays for {nights}?"}],
}


def test_behind_a_called_flow_that_is_walked_again_it_is_the_day_of_then() -> None:
    flows = FlowsInMemory(FlowDefinition.model_validate(flow) for flow in (CALLER, CALLED))
    talk = TalkOverDays(BotUnderTest(flows))
    talk.say(BEFORE_MIDNIGHT, "a stay", start("stay"))
    assert talk.say(BEFORE_MIDNIGHT, "3") == ["Who stays for 3?"]
    assert talk.say(BEFORE_MIDNIGHT, "Ana") == ["Anything else?"]
    day = talk.slots("stay")["day"]

    assert talk.say(A_DAY_LATER, "4 nights", correct("nights", 4)) == [CORRECTED, "Anything else?"]

    assert (talk.slots("stay")["guest"], talk.slots("stay")["day"]) == ("Ana", day)
