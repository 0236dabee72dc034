"""What is told, and that it is told exactly when it has happened."""

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.models import Message, WebhookAttempt, WebhookDelivery, WebhookEvent
from conversations_app.turn import closing, running, stored_sink
from conversations_app.turn.running import run_turns
from conversations_app.turn.storing import store_outbound
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.webhooks.endpoints import change_endpoint, delete_endpoint
from flows_app.masking import MASK
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.statements import counted_statements
from tests.support.talking import Talk
from tests.webhooks.receiver import Receiver
from tests.webhooks.working import deliver_all, fan_out_all, listen

pytestmark = pytest.mark.django_db

PLACE = "https://receiver.example/hook"
TWO_QUESTIONS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where do you live?"},
]
THREE_THINGS = [
    {"name": "one", "type": "say", "message": "One."},
    {"name": "two", "type": "say", "message": "Two."},
    {"name": "ask", "type": "collect", "slot": "name", "message": "Name?"},
]


def told(kind: str = "") -> list[dict[str, Any]]:
    events = WebhookEvent.objects.filter(**({"type": kind} if kind else {})).order_by("created_at")
    return [event.data for event in events]


def texts_told() -> list[str]:
    messages = [data["message"] for data in told("message")]
    return [f"{one['role']}: {one['text']}" for one in sorted(messages, key=lambda one: one["seq"])]


def as_the_api_shows(talk: Talk, path: str = "") -> Any:
    return (
        Client()
        .get(
            f"/api/v1/conversations/{talk.id}{path}",
            headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
        )
        .json()
    )


def test_every_message_is_told_as_the_api_shows_it(bot: Bot) -> None:
    listen(bot, PLACE)
    talk = Talk(bot)
    talk.say("hi")
    talk.say("Ana")

    messages = sorted((data["message"] for data in told("message")), key=lambda message: message["seq"])
    assert messages == as_the_api_shows(talk, "/messages")["results"]
    assert told("message")[-1]["conversation"] == as_the_api_shows(talk)
    [completed] = told("flow.completed")
    assert completed["flow"] == "greet"
    assert completed["conversation"]["id"] == str(talk.id)


def test_a_welcome_is_told_too() -> None:
    bot = make_bot()
    bot.settings = {"patterns": {"welcome": "Welcome!"}}
    bot.save()
    listen(bot, PLACE)

    talk = Talk(bot)

    assert texts_told() == talk.transcript == ["bot: Welcome!"]


def test_only_what_somebody_wants_is_written(bot: Bot) -> None:
    endpoint, _ = listen(bot, PLACE, ["flow.completed"])
    talk = Talk(bot)
    talk.say("hi")
    assert told() == []

    change_endpoint(endpoint, events=["message"])
    talk.say("Ana")
    assert {event.type for event in WebhookEvent.objects.all()} == {"message"}

    WebhookEvent.objects.all().delete()
    change_endpoint(endpoint, active=False)
    talk.say("hi")
    assert told() == []

    change_endpoint(endpoint, active=True)
    delete_endpoint(endpoint)
    talk.say("Ana")
    assert told() == []


def test_another_bots_conversations_are_not_told(bot: Bot) -> None:
    other = Bot.objects.create(name="Other", slug="other")
    listen(other, PLACE)

    Talk(bot).say("hi")

    assert told() == []


def test_handing_off_and_closing_are_told(bot: Bot) -> None:
    listen(bot, PLACE)
    talk = Talk(bot)
    talk.say("hi")

    hand_off(talk.conversation, "second line")
    talk.say("anybody?")
    post_message(talk.id, "still there?")
    hand_back(talk.conversation)
    run_turns(talk.id)
    end_conversation(talk.conversation)

    [handed_off] = told("conversation.handed_off")
    assert (handed_off["queue"], handed_off["conversation"]["status"]) == ("second line", "handed_off")
    [closed] = told("conversation.closed")
    assert closed["conversation"]["status"] == "closed"
    assert texts_told() == talk.transcript


def test_a_flow_that_hands_off_tells_it() -> None:
    bot = make_bot([{"name": "person", "type": "handoff", "message": "One moment.", "queue": "sales"}], slots=())
    listen(bot, PLACE)

    talk = Talk(bot)
    talk.say("hi")

    assert talk.conversation.status == "handed_off"
    [handed_off] = told("conversation.handed_off")
    assert handed_off["queue"] == "sales"


def test_what_is_sensitive_is_masked() -> None:
    bot = make_bot(
        [
            {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"},
            {"name": "tell", "type": "say", "message": "Your PIN is {pin}."},
            {"name": "ask_again", "type": "confirm", "message": "Is {pin} right?"},
        ],
        slots=[{"name": "pin", "sensitive": True}],
    )
    listen(bot, PLACE)
    talk = Talk(bot)
    talk.say("hi")
    talk.say("kiwi-4711")

    assert any("kiwi-4711" in line for line in talk.transcript)
    assert "kiwi-4711" not in json.dumps(told())
    assert texts_told().count(f"user: {MASK}") == 1


# Neither lost nor invented


def failing_at(text: str, times: int) -> Any:
    left = [times]

    def store_or_fail(lease: Any, turn_seq: int, message: Any) -> Message:
        if message.text == text and left[0]:
            left[0] -= 1
            raise OSError("the disk is full")
        return store_outbound(lease, turn_seq, message)

    return patch.object(stored_sink, "store_outbound", store_or_fail)


def test_events_of_a_repeated_turn_exist_once() -> None:
    bot = make_bot(THREE_THINGS)
    listen(bot, PLACE)
    talk = Talk(bot)

    with failing_at("Two.", times=2):
        talk.say("hi")

    assert texts_told() == talk.transcript == ["user: hi", "bot: One.", "bot: Two.", "bot: Name?"]


class Killed(BaseException):
    """No handler of ours: as if the process were gone."""


@pytest.mark.parametrize("place", ["before", "within"])
def test_a_worker_that_dies_when_closing_tells_nothing_and_the_next_one_tells_all_once(place: str) -> None:
    bot = make_bot(THREE_THINGS)
    listen(bot, PLACE)
    talk = Talk(bot)
    post_message(talk.id, "hi")
    dies = (
        patch.object(running, "close_turn", side_effect=Killed)
        if place == "before"
        else patch.object(closing._conversation_after_turn, "save", side_effect=Killed)
    )
    with dies, pytest.raises(Killed):
        run_turns(talk.id)
    assert texts_told() == ["bot: One.", "bot: Two."]

    conversation = talk.conversation
    conversation.lease_expires_at = None
    conversation.save()
    run_turns(talk.id)

    assert texts_told() == talk.transcript == ["user: hi", "bot: One.", "bot: Two.", "bot: Name?"]


def test_a_turn_that_fails_for_good_is_told_with_its_apology_but_not_why() -> None:
    bot = make_bot(THREE_THINGS)
    listen(bot, PLACE)
    talk = Talk(bot)

    with failing_at("Two.", times=99):
        talk.say("hi")

    [failed] = told("turn.failed")
    assert failed["turn"] == 1
    assert texts_told() == talk.transcript
    assert "the disk is full" not in json.dumps(told())


def test_an_event_is_fanned_out_once(bot: Bot) -> None:
    listen(bot, PLACE)
    listen(bot, "https://other.example/", ["message"])
    Talk(bot).say("hi")

    fan_out_all()
    WebhookEvent.objects.update(fanned_out=False)
    fan_out_all()

    assert WebhookDelivery.objects.count() == 4  # two messages, two endpoints


def test_erasing_a_conversation_leaves_nothing_of_what_was_told(bot: Bot, receiver: Receiver) -> None:
    listen(bot, receiver.url)
    talk, other = Talk(bot), Talk(bot)
    talk.say("hi")
    deliver_all()
    talk.say("Ana")
    fan_out_all()
    other.say("hello")
    assert WebhookAttempt.objects.exists()

    erase_conversation(talk.conversation)

    assert {event.conversation_id for event in WebhookEvent.objects.all()} == {other.id}
    assert not WebhookDelivery.objects.exists()
    assert not WebhookAttempt.objects.exists()


# What it costs


def statements_of_a_turn(bot: Bot) -> list[str]:
    talk = Talk(bot)
    talk.say("hi")
    with counted_statements() as statements:
        Client().post(
            f"/api/v1/conversations/{talk.id}/messages",
            {"text": "Alice", "client_id": "one"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
        )
        run_turns(talk.id)
    assert talk.transcript[-1] == "bot: Where do you live?"
    return statements


def test_a_turn_costs_nothing_more_without_endpoints_and_one_statement_with() -> None:
    bot = make_bot(TWO_QUESTIONS, slots=("name", "city"))
    without = statements_of_a_turn(bot)
    assert not [sql for sql in without if "INTO" in sql and "webhook" in sql]

    listen(bot, PLACE)
    with_endpoint = statements_of_a_turn(bot)

    assert len(with_endpoint) == len(without) + 1
    assert len(told("message")) == 4
