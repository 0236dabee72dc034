"""Messages that wait for a provider are sent in order, once, whatever happens to the provider or to the workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connections, transaction
from django.utils import timezone

from conversations_app.channels import SendingFailed, SendingRefused, registry
from conversations_app.channels.sending import enqueue_unsent, send_due
from conversations_app.concurrency import event_loop
from conversations_app.limits import CHANNEL_LEASE, CHANNEL_PAUSES, PAUSE_JITTER
from conversations_app.models import ChannelAddress, Message
from conversations_app.tasks import send_to_provider
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.handing_over import hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.replying import reply_as_agent
from flows_app.outbound import OutboundFailed
from tests.channels.guests import Guest, let_time_pass, send_all, work
from tests.channels.postcards import Postcards
from tests.channels.provider import Provider
from tests.support.statements import counted_statements
from tests.support.talking import Talk
from tests.support.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = "Which size?\n1. Small\n2. Large"
EVERYTHING = ["Welcome to the pizzeria!", "We have pizza.", SIZES]


def test_a_provider_that_was_down_gets_everything_in_order_and_once(guest: Guest, provider: Provider) -> None:
    provider.down = True
    assert guest.writes("hi") == []
    hand_off(guest.conversation)
    reply_as_agent(guest.conversation, "Hello?", agent="Marta")
    send_all()
    assert [text for _, text in provider.asked] == ["Welcome to the pizzeria!"]  # the rest waits behind it
    assert (guest.address.failures, guest.address.error) == (1, "The provider answered 503.")

    for _ in range(2):
        let_time_pass()
        send_all()
    assert guest.address.failures == 3
    provider.down = False
    let_time_pass()
    send_all()

    assert guest.reads == [*EVERYTHING, "I'm handing you over to a person. They will answer here.", "Marta: Hello?"]
    assert (guest.address.failures, guest.address.error, guest.address.next_attempt_at) == (0, "", None)
    assert len({key for key, _ in provider.asked}) == 5


def test_pauses_grow_and_a_new_message_does_not_cut_them_short(guest: Guest, provider: Provider) -> None:
    provider.down = True
    guest.delivers("hi", "1")
    work()
    due = guest.next_attempt
    assert due > timezone.now()
    hand_off(guest.conversation)
    send_all()
    assert (guest.address.next_attempt_at, len(provider.asked)) == (due, 1)

    for planned in CHANNEL_PAUSES[1:]:
        let_time_pass()
        began = timezone.now()
        send_all()
        assert guest.next_attempt >= began + planned * (1 - PAUSE_JITTER)


def test_after_the_last_pause_a_message_is_given_up_and_the_next_one_tried(guest: Guest, provider: Provider) -> None:
    provider.down = True
    guest.delivers("hi", "1")
    work()
    ChannelAddress.objects.update(failures=len(CHANNEL_PAUSES))
    let_time_pass()

    send_all()

    assert [text for _, text in provider.asked[-2:]] == EVERYTHING[:2]
    assert (guest.address.given_up, guest.address.sent_seq, guest.address.failures) == (1, 1, 1)


def test_a_user_who_writes_ends_the_pause(guest: Guest, provider: Provider) -> None:
    provider.down = True
    guest.writes("hi")

    provider.down = False
    assert guest.writes("hello?")[:3] == EVERYTHING


def test_a_provider_can_ask_for_a_longer_pause(guest: Guest, provider: Provider) -> None:
    provider.statuses, provider.headers = [429], {"Retry-After": "3600"}

    guest.writes("hi")

    assert guest.next_attempt > timezone.now() + timedelta(minutes=59)


@pytest.mark.parametrize("status", [400, 403, 404, 413])
def test_what_a_provider_refuses_for_good_holds_nothing_up(guest: Guest, provider: Provider, status: int) -> None:
    provider.statuses = [status]

    assert guest.writes("hi") == EVERYTHING[1:]

    assert guest.address.given_up == 1
    assert len(provider.asked) == 3


@pytest.mark.parametrize(
    ("raised", "error", "given_up"),
    [
        (SendingRefused(), "The provider refused it.", True),
        (SendingFailed(""), "The provider did not take it.", False),
        (KeyError("ana said so"), "Something went wrong in the channel itself (KeyError).", False),
        (OutboundFailed("There was no connection.", maybe_delivered=False), "There was no connection.", False),
    ],
)
def test_whatever_a_channel_raises_is_not_taken_for_sent(
    guest: Guest, monkeypatch: pytest.MonkeyPatch, raised: Exception, error: str, given_up: bool
) -> None:
    guest.delivers("hi", "1")

    async def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr(Postcards, "send", fail)
    send_all()

    assert (guest.address.error, guest.address.given_up > 0) == (error, given_up)
    assert (guest.address.next_attempt_at is None) == given_up


def test_a_user_who_writes_often_while_nothing_can_be_sent_loses_nothing(guest: Guest, provider: Provider) -> None:
    provider.down = True
    for number in range(len(CHANNEL_PAUSES) + 2):
        guest.writes(f"hello {number}")
    provider.down = False
    guest.writes("anybody there?")

    assert guest.address.given_up == 0
    assert guest.reads[:3] == EVERYTHING


@pytest.mark.parametrize("status", [401, 408, 425, 429, 500, 302])
def test_what_may_be_taken_later_is_tried_again(guest: Guest, provider: Provider, status: int) -> None:
    provider.statuses = [status]

    assert guest.writes("hi") == []
    let_time_pass()
    send_all()

    assert guest.reads == EVERYTHING
    assert guest.address.given_up == 0


def test_what_is_rolled_back_is_not_sent(guest: Guest, provider: Provider) -> None:
    guest.writes("hi")
    before = len(provider.asked)

    with transaction.atomic():
        hand_off(guest.conversation)
        transaction.set_rollback(True)
    send_all()

    assert len(provider.asked) == before
    assert guest.address.next_attempt_at is None


# Workers


@contextmanager
def worker_that_dies_after_sending() -> Iterator[None]:
    """Nothing of what follows the provider's answer happens, not even letting go."""
    with (
        patch("conversations_app.channels.sending._Hold.note", side_effect=SystemError("killed")),
        patch("conversations_app.channels.sending._Hold.let_go"),
    ):
        yield


def test_a_message_sent_by_a_worker_that_died_comes_again_with_the_same_key(guest: Guest, provider: Provider) -> None:
    with worker_that_dies_after_sending():
        guest.writes("hi")
    assert guest.reads == EVERYTHING[:1]
    assert guest.address.sent_seq == 0

    send_all()
    assert enqueue_unsent() == []  # its lease still holds
    ChannelAddress.objects.update(sending_until=timezone.now() - timedelta(seconds=1))
    assert enqueue_unsent() == [guest.address.pk]
    send_all()

    # At least once: sent twice, and shown once by a provider that knows the key.
    assert [text for _, text in provider.asked] == [EVERYTHING[0], *EVERYTHING]
    assert provider.asked[0] == provider.asked[1]
    assert guest.reads == EVERYTHING


def test_a_worker_that_was_too_slow_notes_nothing(guest: Guest, provider: Provider) -> None:
    """Another one has taken over meanwhile."""
    taken_over = timezone.now() + 2 * CHANNEL_LEASE

    def take_over(text: str) -> None:
        ChannelAddress.objects.update(sending_until=taken_over)
        connections.close_all()

    provider.before_answer = take_over
    guest.writes("hi")

    assert (guest.address.sent_seq, guest.address.sending_until) == (0, taken_over)
    assert len(provider.asked) == 1


def test_a_lost_task_is_found_by_the_sweeper(guest: Guest) -> None:
    guest.delivers("hi", "1")
    run_turns(guest.conversation.pk)
    enqueued: list[UUID] = []

    with patch("conversations_app.channels.sending.enqueue_sending", enqueued.append):
        sweep()
        assert enqueued == [guest.conversation.pk]
        send_all()
        sweep()

    assert enqueued == [guest.conversation.pk]
    assert guest.reads == EVERYTHING


def test_the_task_comes_back_at_once_and_sends(guest: Guest) -> None:
    guest.delivers("hi", "1")
    run_turns(guest.conversation.pk)

    send_to_provider(str(guest.conversation.pk))
    send_to_provider(str(guest.conversation.pk))

    wait_until(lambda: guest.address.next_attempt_at is None, "all is sent")
    assert guest.reads == EVERYTHING


def test_a_message_stored_while_others_are_sent_is_sent_too(guest: Guest, provider: Provider) -> None:
    guest.writes("hi")
    hand_off(guest.conversation)

    def reply_meanwhile(text: str) -> None:
        provider.before_answer = lambda text: None
        reply_as_agent(guest.conversation, "One more thing.", agent="Marta")
        connections.close_all()

    provider.before_answer = reply_meanwhile
    send_all()

    assert guest.reads[-1] == "Marta: One more thing."
    assert guest.address.next_attempt_at is None


def test_a_conversation_erased_while_it_is_sent_leaves_nothing(guest: Guest, provider: Provider) -> None:
    guest.delivers("hi", "1")

    def erase(text: str) -> None:
        erase_conversation(guest.conversation)
        connections.close_all()

    provider.before_answer = erase
    send_all()

    assert not ChannelAddress.objects.exists()
    assert len(provider.asked) == 1


def test_a_plugin_that_is_missing_loses_nothing(guest: Guest, provider: Provider) -> None:
    with registry.registry.changed_for_a_while() as channels:
        guest.delivers("hi", "1")
        del channels._channels["postcards"]
        work()
        assert guest.address.error == "No plugin registers the channel “postcards”."
        assert provider.asked == []

    let_time_pass()
    send_all()
    assert guest.reads == EVERYTHING


# Costs


def test_a_turn_of_web_chat_takes_no_statement_for_its_channel(guest: Guest) -> None:
    talk = Talk(guest.bot)
    with counted_statements() as statements:
        talk.say("hi")

    assert not [statement for statement in statements if "channeladdress" in statement]


def test_a_message_to_a_provider_takes_one_statement_more(guest: Guest) -> None:
    guest.writes("hi")
    web = Talk(guest.bot)
    web.say("hi")

    with counted_statements() as by_web:
        post_message(web.id, "large")
        run_turns(web.id)
    with counted_statements() as by_provider:
        post_message(guest.conversation.pk, "large")
        run_turns(guest.conversation.pk)

    marking = [statement for statement in by_provider if "channeladdress" in statement]
    assert Message.objects.filter(text="Your phone number?").count() == 2
    assert len([statement for statement in marking if statement.startswith("UPDATE")]) == 1
    assert len(by_provider) - len(marking) == len(by_web)


def test_sending_twice_at_once_sends_once(guest: Guest, provider: Provider) -> None:
    guest.delivers("hi", "1")
    run_turns(guest.conversation.pk)

    futures = [event_loop.submit(send_due(guest.conversation.pk)) for _ in range(5)]
    for future in futures:
        future.result()

    assert guest.reads == EVERYTHING
    assert len(provider.asked) == 3
