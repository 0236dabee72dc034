"""Deliveries from a provider: only its own requests are taken, and each message once."""

import threading
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from conversations_app.limits import CLIENT_ID_LENGTH, MESSAGE_LENGTH, UNANSWERED_MESSAGES
from conversations_app.models import ChannelAddress, Conversation, Message
from conversations_app.verbs.ending import end_conversation
from flows_app.bots import ArchiveBot
from tests.channels.guests import Guest, deliver, work

pytestmark = pytest.mark.django_db(transaction=True)

CARD = {"id": "1", "from": "ana", "text": "hi"}


def test_the_providers_id_is_the_client_id_and_a_repeated_delivery_is_not_doubled(guest: Guest) -> None:
    guest.writes("hi", "wamid.17")
    read = [*guest.reads]

    assert guest.writes("hi", "wamid.17") == []

    assert Message.objects.get(role="user").client_id == "wamid.17"
    assert guest.reads == read


def test_a_choice_that_is_delivered_again_is_not_made_again(guest: Guest) -> None:
    """By then the same number would mean something else."""
    guest.writes("hi")
    guest.writes("2", "choice")
    guest.writes("600 123")

    assert guest.writes("2", "choice") == []
    assert guest.reads[-1].startswith("Order a pizza")


def test_a_message_of_a_conversation_that_has_ended_is_not_doubled_in_the_next(guest: Guest) -> None:
    guest.writes("hi", "first")
    end_conversation(guest.conversation)
    work()
    assert guest.writes("hi", "first") == []
    guest.writes("hi", "second")
    assert guest.writes("hi", "first") == []

    assert Message.objects.filter(role="user").count() == 2


def test_one_delivered_many_times_at_once_is_stored_once(guest: Guest) -> None:
    answers: list[int] = []

    def again() -> None:
        try:
            answers.append(guest.delivers("hi", "same").status_code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=again) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert set(answers) <= {200, 503}
    assert guest.delivers("hi", "same").status_code == 200
    assert Conversation.objects.count() == ChannelAddress.objects.count() == 1
    assert Message.objects.filter(role="user").count() == 1


def test_a_long_id_is_kept_as_its_hash(guest: Guest) -> None:
    long = "<" + "x" * CLIENT_ID_LENGTH + "@example.org>"
    guest.writes("hi", long)

    assert guest.writes("hi", long) == []
    assert len(Message.objects.get(role="user").client_id) == 64


@pytest.mark.parametrize("signed", ["forged", "é"])
def test_nobody_but_the_provider_is_heard(guest: Guest, signed: str) -> None:
    answer = deliver(guest.bot.slug, CARD, signed=signed)

    assert (answer.status_code, answer.json()["code"]) == (403, "signature_invalid")
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("body", [b"{", b"[]", b"{}", b"\xff", b'{"id": "1", "from": "ana", "text": 5}'])
def test_what_cannot_be_read_is_refused(guest: Guest, body: bytes) -> None:
    answer = deliver(guest.bot.slug, body)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert not Conversation.objects.exists()


@pytest.mark.parametrize(("name", "slug"), [("none", "pizzeria"), ("postcards", "none"), ("web", "pizzeria")])
def test_there_is_nothing_at_other_addresses(guest: Guest, name: str, slug: str) -> None:
    assert deliver(slug, CARD, name=name).status_code == 404


def test_it_takes_posts_unless_the_channel_answers_a_handshake(guest: Guest) -> None:
    path = f"/channels/postcards/{guest.bot.slug}/"

    assert Client().get(path).status_code == 405
    assert Client().put(path).status_code == 405


def test_what_is_refused_for_good_is_not_asked_for_again(guest: Guest) -> None:
    """The provider would send it again and again, and hold up what it has for others."""
    answer = guest.delivers("x" * (MESSAGE_LENGTH + 1), "1")
    assert (answer.status_code, answer.json()) == (200, {"refused": ["message_too_long"]})

    ArchiveBot(guest.bot).execute()
    other = deliver(guest.bot.slug, {**CARD, "from": "bea"})
    assert (other.status_code, other.json()) == (200, {"refused": ["bot_archived"]})


def test_what_is_refused_for_now_is_asked_for_again(guest: Guest) -> None:
    for number in range(UNANSWERED_MESSAGES):
        guest.delivers("hi", f"{number}")

    answer = guest.delivers("hi", "one more")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")

    work()
    assert guest.delivers("hi", "one more").status_code == 200


def test_a_message_that_meets_a_conversation_as_it_closes_is_asked_for_again(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest.writes("hi")
    closing = guest.conversation

    def end_first(*arguments: Any, **more: Any) -> dict[str, Any]:
        end_conversation(closing)
        return {"text": "hello"}

    with monkeypatch.context() as patched:
        patched.setattr("conversations_app.verbs.receiving._text_or_press", end_first)
        assert guest.delivers("hello", "late").status_code == 503
    assert guest.delivers("hello", "late").status_code == 200
    assert guest.conversation.pk != closing.pk
