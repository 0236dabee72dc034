"""Conversations with somebody at a provider that shows plain text alone: what they write, and what they read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from conversations_app.models import ChannelAddress, Conversation, Message
from conversations_app.turn.session import expire_sessions
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.replying import reply_as_agent
from tests.channels.guests import Guest, send_all, work
from tests.channels.provider import Provider
from tests.support.authoring import make_bot

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = "Which size?\n1. Small\n2. Large"


def test_buttons_become_a_numbered_list_and_a_number_presses_one(guest: Guest) -> None:
    assert guest.writes("hi") == ["Welcome to the pizzeria!", "We have pizza.", SIZES]
    assert guest.writes("2") == ["Your phone number?"]

    pressed = Message.objects.get(role="user", text="Large")
    asked = Message.objects.get(text="Which size?")
    assert pressed.pressed == {"key": asked.key, "value": "L"}
    # The row holds the whole message, as another client would show it.
    assert [option["label"] for option in asked.options] == ["Small", "Large"]


def test_a_number_where_nothing_is_listed_is_an_answer(guest: Guest) -> None:
    guest.writes("hi")
    guest.writes("2")

    assert guest.writes("1") == ["Order a pizza of size Large?\n1. Yes, please\n2. Another size\n3. Never mind"]
    assert guest.writes("9") != ["It is in the oven."]
    assert guest.writes("1.") == ["It is in the oven."]


def test_an_option_can_be_named_as_well(guest: Guest) -> None:
    guest.writes("hi")
    assert guest.writes("large") == ["Your phone number?"]
    guest.writes("600 123")
    assert guest.writes("Yes, please") == ["It is in the oven."]


def test_numbers_that_are_answers_are_not_used_as_places(provider: Provider) -> None:
    seats = {"name": "seats", "type": "integer"}
    options = [{"label": "Two", "value": 2}, {"label": "Four", "value": 4}]
    steps = [
        {"name": "ask", "type": "collect", "slot": "seats", "message": "How many?", "options": options},
        {"name": "done", "type": "say", "message": "A table for {seats}."},
    ]
    guest = Guest(make_bot(steps, slots=(seats,)), provider)

    assert guest.writes("hi") == ["How many?\n- Two\n- Four"]
    assert guest.writes("2") == ["A table for 2."]


def test_what_is_to_be_acknowledged_is_acknowledged_by_its_number(provider: Provider) -> None:
    steps = [
        {"name": "warn", "type": "say", "message": "It is **hot**.", "wait_for_ack": True},
        {"name": "done", "type": "say", "message": "Enjoy it."},
    ]
    guest = Guest(make_bot(steps, slots=()), provider)

    assert guest.writes("hi") == ["It is hot.\n1. OK"]
    assert guest.writes("1") == ["Enjoy it."]


def test_markdown_becomes_plain_text_and_values_stay_as_they_are(provider: Provider) -> None:
    message = "Hello, *{name}*!\n\n- [Menu](https://example.org/menu)\n- **Wine**"
    steps = [
        {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your **name**?"},
        {"name": "greeting", "type": "say", "message": message},
    ]
    guest = Guest(make_bot(steps), provider)

    assert guest.writes("hi") == ["What is your name?"]
    assert guest.writes("*Ana*") == ["Hello, *Ana*!\n\n- Menu (https://example.org/menu)\n- Wine"]


def test_an_agents_reply_and_handing_over_and_back_go_out(guest: Guest) -> None:
    guest.writes("hi")
    before = len(guest.reads)

    hand_off(guest.conversation)
    reply_as_agent(guest.conversation, "I am **here**.", agent="Marta")
    send_all()
    assert guest.reads[before:] == ["I'm handing you over to a person. They will answer here.", "Marta: I am here."]

    assert guest.writes("2") == []  # said to Marta: no option is pressed
    assert Message.objects.filter(role="user").latest("seq").pressed is None
    before = len(guest.reads)
    hand_back(guest.conversation)
    work()
    assert guest.reads[before:][-1] == SIZES


def test_the_goodbye_goes_out_and_whoever_writes_again_begins_anew(guest: Guest) -> None:
    guest.bot.settings["patterns"]["goodbye"] = {"en": "See you!", "es": "¡Hasta luego!"}
    guest.bot.save()
    guest.writes("hi")
    first = guest.conversation

    end_conversation(first)
    send_all()
    assert guest.reads[-1] == "See you!"

    assert guest.writes("hi again")[0] == "Welcome to the pizzeria!"
    assert guest.conversation.pk != first.pk
    assert Conversation.objects.filter(channel="postcards").count() == 2


def test_a_session_that_has_expired_is_told(guest: Guest) -> None:
    guest.writes("hi")
    before = len(guest.reads)
    Conversation.objects.update(updated_at=timezone.now() - timedelta(days=1))

    expire_sessions()
    work()

    event = Message.objects.get(event="session_expired")
    assert guest.reads[before:][0] == event.text
    assert event.text


def test_a_user_is_spoken_to_in_their_language(guest: Guest) -> None:
    assert guest.writes("hola", language="es-MX")[0] == "¡Bienvenido a la pizzería!"


def test_two_chats_and_two_bots_do_not_mix(guest: Guest, provider: Provider) -> None:
    other, elsewhere = Guest(guest.bot, provider, "bea"), Guest(make_bot(), provider, "carla")

    guest.writes("hi")
    other.writes("hi")
    assert guest.writes("2") == ["Your phone number?"]
    assert elsewhere.writes("hi") == ["What is your name?"]

    assert other.reads[-1] == SIZES
    assert ChannelAddress.objects.count() == 3


def test_a_yes_to_a_question_that_has_not_been_sent_does_not_count(guest: Guest, provider: Provider) -> None:
    guest.writes("hi")
    guest.writes("2")
    provider.down = True
    guest.writes("600 123")  # the confirmation is stored, and can't be sent

    provider.down = False
    assert "It is in the oven." not in guest.writes("yes")
    assert guest.writes("yes") == ["It is in the oven."]
