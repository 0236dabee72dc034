"""Buttons, from the post to the turn."""

from typing import Any

import pytest

from conversations_app.models import Message, Turn
from conversations_app.turn.loading import load_state
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from tests.support.authoring import make_bot
from tests.support.pizzeria import make_pizzeria
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk() -> Talk:
    return Talk(make_pizzeria())


def providers() -> list[str]:
    return [*Turn.objects.order_by("pk").values_list("provider", flat=True)]


def newest(talk: Talk) -> Message:
    found = Message.objects.filter(conversation_id=talk.id, role="bot").order_by("-seq").first()
    assert found is not None
    return found


def test_an_order_by_buttons(talk: Talk) -> None:
    assert talk.say("hi") == ["We have pizza.", "Which size?"]
    assert talk.press("L") == ["Your phone number?"]
    assert talk.say("555 123") == ["Order a pizza of size Large?"]
    assert talk.press("Yes, please") == ["It is in the oven."]

    said = [line for line in talk.transcript if line.startswith("user")]
    assert said == ["user: hi", "user: Large", "user: 555 123", "user: Yes, please"]
    assert providers() == ["answers", "option", "answers", "option"]


def test_clients_see_no_commands_and_the_state_keeps_them(talk: Talk) -> None:
    for text in ("hi", "small", "555 123"):
        talk.say(text)

    shown = [{"label": label, "value": label} for label in ("Yes, please", "Another size", "Never mind")]
    assert newest(talk).options == shown
    assert talk.pending["options"] == shown
    options = load_state(talk.conversation).values_before["_pending_task"]["options"]
    assert [option["command"]["type"] for option in options] == ["affirm", "deny", "cancel_flow"]


def test_typing_what_a_button_says_needs_no_understanding(talk: Talk) -> None:
    talk.say("hi")
    assert talk.say(" LARGE ") == ["Your phone number?"]
    talk.say("555 123")
    assert talk.say("another size") == ["Which size?"]

    assert providers() == ["answers", "option", "answers", "option"]


def test_a_button_of_an_older_question_changes_nothing_and_the_open_one_is_asked_again(talk: Talk) -> None:
    talk.say("hi")
    asked = newest(talk).seq
    talk.press("L")
    talk.say("555 123")

    assert talk.press("S", reply_to=asked) == ["That choice is no longer on offer.", "Order a pizza of size Large?"]
    assert talk.press("Yes, please") == ["It is in the oven."]
    assert talk.press("Yes, please") == ["That choice is no longer on offer."]


def test_a_second_press_that_was_already_queued_confirms_nothing_else(talk: Talk) -> None:
    for text in ("hi", "small", "555 123"):
        talk.say(text)
    asked = newest(talk).seq

    for _ in range(2):
        post_message(talk.id, option="Yes, please", reply_to=asked)
    run_turns(talk.id)

    assert talk.transcript[-2:] == ["bot: It is in the oven.", "bot: That choice is no longer on offer."]


def test_a_value_that_was_never_offered_is_shown_as_it_is_and_refused(talk: Talk) -> None:
    talk.say("hi")

    assert talk.press({"size": ["XXL"]}) == ["That choice is no longer on offer.", "Which size?"]
    assert 'user: {"size": ["XXL"]}' in talk.transcript


def test_the_same_press_twice_is_stored_once_and_another_is_refused(talk: Talk) -> None:
    talk.say("hi")
    asked = newest(talk).seq

    first = post_message(talk.id, option="S", reply_to=asked, client_id="a")
    again = post_message(talk.id, option="S", reply_to=asked, client_id="a")
    assert (first.new, again.new, again.message) == (True, False, first.message)

    for other in ({"option": "L", "reply_to": asked}, {"text": "Small"}, {"option": "S", "reply_to": 1}):
        with pytest.raises(PostRefused) as refused:
            post_message(talk.id, client_id="a", **other)
        assert refused.value.code == "client_id_reused"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"option": "S", "reply_to": 99}, "reply_to_unknown"),
        ({"option": "S", "reply_to": 2}, "reply_to_unknown"),  # the user's own
        ({"option": "S"}, "option_incomplete"),
        ({"reply_to": 4}, "option_incomplete"),
        ({"option": "S", "reply_to": 4, "text": "Small"}, "option_and_more"),
        ({"option": "S", "reply_to": 4, "commands": [{"type": "affirm"}]}, "option_and_more"),
        ({"option": "x" * 5000, "reply_to": 4}, "message_too_long"),
        ({"option": {"a": "\x00"}, "reply_to": 4}, "option_not_storable"),
    ],
)
def test_what_is_no_button_is_refused_and_nothing_is_stored(talk: Talk, given: dict[str, Any], code: str) -> None:
    talk.say("hi")
    before = talk.transcript

    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, **given)

    assert refused.value.code == code
    assert talk.transcript == before


def test_a_button_of_another_conversation_is_unknown(talk: Talk) -> None:
    other = Talk(talk.conversation.bot)
    other.say("hi")

    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, option="S", reply_to=newest(other).seq)

    assert refused.value.code == "reply_to_unknown"


def test_false_and_zero_are_values() -> None:
    steps = [
        {
            "name": "ask",
            "type": "collect",
            "slot": "spare",
            "message": "How many to spare?",
            "options": [{"label": "None", "value": 0}, {"label": "One", "value": 1}],
        },
        {"name": "told", "type": "say", "message": "{spare} to spare."},
    ]
    talk = Talk(make_bot(steps, slots=[{"name": "spare", "type": "integer"}]))
    talk.say("hi")

    assert talk.press(0) == ["0 to spare."]


def test_an_offer_beside_a_message_that_asks_nothing() -> None:
    steps = [
        {
            "name": "hello",
            "type": "say",
            "message": "Hello.",
            "options": [{"label": "Again", "command": {"type": "start_flow", "flow": "greet"}}],
        }
    ]
    talk = Talk(make_bot(steps))
    talk.say("hi")

    assert talk.press("Again") == ["Hello."]
    assert talk.say("again") == ["Hello."]
    assert talk.press("Again", reply_to=2) == ["That choice is no longer on offer."]
    assert providers() == ["answers", "option", "option", "option"]


def test_a_message_that_waits_is_acknowledged_by_any_of_its_buttons() -> None:
    steps = [
        {"name": "read", "type": "say", "message": "Read this.", "wait_for_ack": True, "options": [{"label": "Done"}]},
        {"name": "thanks", "type": "say", "message": "Thank you."},
    ]
    talk = Talk(make_bot(steps))
    talk.say("hi")

    assert talk.press("Done") == ["Thank you."]


def test_an_answer_to_a_sensitive_question_is_marked_at_once(talk: Talk) -> None:
    talk.say("hi")
    talk.press("L")
    assert talk.pending["secret_answer"] is True

    answer = post_message(talk.id, "555 123").message

    assert answer.sensitive
    assert not Message.objects.filter(text="Large", sensitive=True).exists()
