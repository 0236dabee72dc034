import threading
from unittest.mock import patch

import pytest
from celery import Celery
from django.db import connections
from kombu.exceptions import OperationalError

from conversations_app.limits import MESSAGE_LENGTH, UNANSWERED_MESSAGES
from conversations_app.models import Conversation, Message
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


def test_the_same_client_id_is_stored_once(talk: Talk) -> None:
    first = post_message(talk.id, "hi", client_id="a")
    again = post_message(talk.id, "hi", client_id="a")

    assert (first.new, again.new) == (True, False)
    assert again.message == first.message
    assert Message.objects.count() == 1


def test_the_same_client_id_for_another_text_is_refused(talk: Talk) -> None:
    post_message(talk.id, "hi", client_id="a")

    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, "ho", client_id="a")

    assert refused.value.code == "client_id_reused"
    assert Message.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "message_empty"),
        (" \n", "message_empty"),
        ("x" * (MESSAGE_LENGTH + 1), "message_too_long"),
        ("a\x00b", "message_not_text"),
        ("a\ud800b", "message_not_text"),
    ],
)
def test_what_cannot_be_a_message_is_refused_and_nothing_is_stored(talk: Talk, text: str, code: str) -> None:
    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, text)

    assert refused.value.code == code
    assert not Message.objects.exists()
    assert talk.conversation.last_seq == 0


def test_the_longest_message_is_accepted(talk: Talk) -> None:
    assert post_message(talk.id, "x" * MESSAGE_LENGTH).new


def test_a_closed_conversation_takes_no_more(talk: Talk) -> None:
    Conversation.objects.update(status=Conversation.Status.CLOSED)

    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, "hi")

    assert refused.value.code == "conversation_closed"


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_dense_numbers_and_are_answered_in_order(talk: Talk) -> None:
    def post(number: int) -> None:
        post_message(talk.id, f"message {number}")
        connections.close_all()

    posters = [threading.Thread(target=post, args=[number]) for number in range(UNANSWERED_MESSAGES)]
    for poster in posters:
        poster.start()
    for poster in posters:
        poster.join()
    run_turns(talk.id)

    messages = list(Message.objects.order_by("seq"))
    assert [message.seq for message in messages] == list(range(1, len(messages) + 1))
    inbound = [message.seq for message in messages if message.role == "user"]
    answered = [message.turn_seq for message in messages if message.role == "bot"]
    assert len(inbound) == UNANSWERED_MESSAGES
    assert answered == inbound


def test_a_dead_broker_is_not_the_users_error_and_the_sweeper_finds_the_message(talk: Talk) -> None:
    with patch.object(Celery, "send_task", side_effect=OperationalError("no broker")):
        assert post_message(talk.id, "hi").new

    assert sweep() == [talk.id]
    run_turns(talk.id)
    assert sweep() == []
    assert talk.transcript == ["user: hi", "bot: What is your name?"]
