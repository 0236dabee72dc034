"""What arrives at a real receiver, and what happens when it does not."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings
from standardwebhooks import WebhookVerificationError

from conversations_app.concurrency import event_loop
from conversations_app.limits import (
    PAUSE_JITTER,
    WEBHOOK_BATCH,
    WEBHOOK_FAILING,
    WEBHOOK_LEASE,
    WEBHOOK_PAUSES,
    WEBHOOK_RETENTION,
)
from conversations_app.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.tasks import deliver_webhooks, fan_out_webhooks
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.retention import delete_outlived
from conversations_app.webhooks import delivering, sending
from conversations_app.webhooks.by_hand import make_ping, resend
from conversations_app.webhooks.delivering import deliver
from conversations_app.webhooks.endpoints import change_endpoint, rotate_secret
from conversations_app.webhooks.sweeping import sweep_webhooks
from flows_app.models import AuditEntry, Bot
from flows_app.secrets import decrypt
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.support.talking import Talk
from tests.support.waiting import wait_until
from tests.webhooks.receiver import Answer, Receiver
from tests.webhooks.working import deliver_all, due_to, fan_out_all, let_time_pass, listen

pytestmark = pytest.mark.django_db


@pytest.fixture
def bad_server(settings: Settings) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with loopback_server() as running:
        yield running


def one_delivery(bot: Bot, url: str) -> tuple[WebhookEndpoint, WebhookDelivery]:
    endpoint, _ = listen(bot, url, ["conversation.closed"])
    end_conversation(Talk(bot).conversation)
    fan_out_all()
    return endpoint, endpoint.deliveries.get()


def attempt(delivery: WebhookDelivery) -> WebhookAttempt:
    """Sends it now, whatever the pause; gives the row of it."""
    let_time_pass(delivery)
    event_loop.run(deliver(delivery.endpoint_id))
    delivery.refresh_from_db()
    return delivery.attempts.latest("pk")


def next_attempt(delivery: WebhookDelivery) -> datetime:
    assert delivery.next_attempt_at is not None
    return delivery.next_attempt_at


def test_what_arrives_is_signed_and_says_what_has_happened(bot: Bot, receiver: Receiver) -> None:
    _, secret = listen(bot, receiver.url)
    talk = Talk(bot)
    talk.say("hi")

    deliver_all()

    said = [received.verified(secret) for received in receiver.received]
    assert {one["type"] for one in said} == {"message"}
    assert sorted(one["data"]["message"]["text"] for one in said) == ["What is your name?", "hi"]
    assert all(one["timestamp"] and one["data"]["conversation"]["id"] == str(talk.id) for one in said)
    assert len({received.id for received in receiver.received}) == 2
    with pytest.raises(WebhookVerificationError):
        receiver.received[0].verified("whsec_c29tZXRoaW5nIGVsc2U=")
    assert {*WebhookDelivery.objects.values_list("status", "next_attempt_at")} == {("delivered", None)}


def test_both_secrets_sign_for_a_day_after_a_rotation(bot: Bot, receiver: Receiver) -> None:
    endpoint, old = listen(bot, receiver.url)
    assert old.startswith("whsec_")
    stored = WebhookEndpoint.objects.get()
    assert old not in (stored.secret, json.dumps(stored.events))
    assert decrypt(stored.secret) == old

    _, new = rotate_secret(endpoint)
    Talk(bot).say("hi")
    deliver_all()
    assert receiver.received[0].headers["webhook-signature"].count("v1,") == 2
    assert receiver.received[0].verified(new) == receiver.received[0].verified(old)

    WebhookEndpoint.objects.update(old_secret_until=timezone.now() - timedelta(seconds=1))
    receiver.received.clear()
    Talk(bot).say("hi")
    deliver_all()
    assert receiver.received[0].verified(new)
    with pytest.raises(WebhookVerificationError):
        receiver.received[0].verified(old)


def test_a_refused_delivery_is_tried_again_under_the_same_id(bot: Bot, receiver: Receiver) -> None:
    endpoint, delivery = one_delivery(bot, receiver.url)
    receiver.answers = [Answer(500, b"no\x00pe" + b"x" * 5_000), Answer(302, headers={"Location": receiver.url})]

    first = attempt(delivery)
    assert (first.status, first.response[:5], len(first.response)) == (500, "no�pe", 1_000)
    assert (delivery.status, delivery.failures) == ("pending", 1)
    assert timezone.now() < next_attempt(delivery) < timezone.now() + 2 * WEBHOOK_PAUSES[0]
    assert due_to(endpoint) == 0

    second = attempt(delivery)
    assert "redirect" in second.error
    assert len(receiver.received) == 2  # not followed

    third = attempt(delivery)
    assert third.status == 204
    assert (delivery.status, delivery.next_attempt_at) == ("delivered", None)
    assert len({received.id for received in receiver.received}) == 1
    assert WebhookEndpoint.objects.get().failing_since is None


def test_it_is_given_up_after_the_last_pause(bot: Bot, receiver: Receiver) -> None:
    endpoint, delivery = one_delivery(bot, receiver.url)
    receiver.answers = [Answer(503)] * (len(WEBHOOK_PAUSES) + 1)

    for planned in WEBHOOK_PAUSES:
        began = timezone.now()
        attempt(delivery)
        assert next_attempt(delivery) >= began + planned * (1 - PAUSE_JITTER)
        assert next_attempt(delivery) <= timezone.now() + planned * (1 + PAUSE_JITTER)
    attempt(delivery)

    assert (delivery.status, delivery.next_attempt_at) == ("failed", None)
    assert delivery.attempts.count() == len(WEBHOOK_PAUSES) + 1
    endpoint.refresh_from_db()
    assert endpoint.active
    assert endpoint.failing_since is not None


def test_a_receiver_can_ask_for_a_longer_pause(bot: Bot, receiver: Receiver) -> None:
    _, delivery = one_delivery(bot, receiver.url)
    receiver.answers = [Answer(429, headers={"Retry-After": "3600"})]

    attempt(delivery)

    assert next_attempt(delivery) > timezone.now() + timedelta(minutes=59)


def test_gone_means_gone(bot: Bot, receiver: Receiver) -> None:
    endpoint, secret = listen(bot, receiver.url)
    receiver.answers = [Answer(410)] * 10
    talk = Talk(bot)
    talk.say("hi")

    deliver_all()

    endpoint.refresh_from_db()
    assert (endpoint.active, endpoint.disabled_reason) == (False, "gone")
    assert {*WebhookDelivery.objects.values_list("status", flat=True)} == {"failed"}
    assert AuditEntry.objects.get(verb="disabled").details == {"reason": "gone"}
    WebhookEvent.objects.all().delete()
    talk.say("Ana")
    assert not WebhookEvent.objects.exists()

    # Who mends it switches it on again.
    receiver.answers = []
    change_endpoint(endpoint, active=True)
    talk.say("hi")
    deliver_all()
    assert receiver.received[-1].verified(secret)
    endpoint.refresh_from_db()
    assert (endpoint.active, endpoint.disabled_reason, endpoint.failing_since) == (True, "", None)


def test_an_endpoint_that_fails_for_days_is_disabled(bot: Bot, receiver: Receiver) -> None:
    endpoint, delivery = one_delivery(bot, receiver.url)
    receiver.answers = [Answer(500)] * 2
    attempt(delivery)
    WebhookEndpoint.objects.update(failing_since=timezone.now() - WEBHOOK_FAILING)

    attempt(delivery)

    endpoint.refresh_from_db()
    assert (endpoint.active, endpoint.disabled_reason) == (False, "failing")
    assert delivery.status == "failed"


@pytest.mark.parametrize("kind", ["silence", "trickle", "endless", "trailing", "bomb", "cut"])
def test_answers_without_an_end_are_cut(bot: Bot, bad_server: LoopbackServer, kind: str) -> None:
    _, delivery = one_delivery(bot, f"{bad_server.url}/{kind}")

    with patch.object(sending, "WEBHOOK_SECONDS", 0.5):
        tried = attempt(delivery)

    assert tried.status is None
    assert tried.error
    assert (delivery.status, delivery.failures) == ("pending", 1)


def test_a_slow_endpoint_holds_up_neither_others_nor_a_worker(
    bot: Bot, receiver: Receiver, bad_server: LoopbackServer
) -> None:
    slow, _ = listen(bot, f"{bad_server.url}/silence")
    quick, secret = listen(bot, receiver.url)
    Talk(bot).say("hi")
    fan_out_all()

    deliver_webhooks(str(slow.pk))  # comes back at once, though the receiver never answers
    deliver_webhooks(str(quick.pk))

    wait_until(lambda: len(receiver.received) == 2, "the quick one has got both")
    assert receiver.received[0].verified(secret)
    assert not WebhookAttempt.objects.filter(delivery__endpoint=slow).exists()
    bad_server.over.set()
    wait_until(lambda: WebhookAttempt.objects.filter(delivery__endpoint=slow).count() == 2, "the slow one has ended")


def test_one_at_a_time_sends_to_an_endpoint_and_only_one_message_while_it_fails(bot: Bot, receiver: Receiver) -> None:
    endpoint, _ = listen(bot, receiver.url, ["message"])
    talk = Talk(bot)
    for _ in range(WEBHOOK_BATCH):
        talk.say("hi")
    fan_out_all()
    assert due_to(endpoint) > WEBHOOK_BATCH

    WebhookEndpoint.objects.update(sending_until=timezone.now() + WEBHOOK_LEASE)
    event_loop.run(deliver(endpoint.pk))
    assert receiver.received == []

    WebhookEndpoint.objects.update(sending_until=None, failing_since=timezone.now())
    receiver.answers = [Answer(500)]
    event_loop.run(deliver(endpoint.pk))
    assert len(receiver.received) == 1

    event_loop.run(deliver(endpoint.pk))  # it is back
    event_loop.run(deliver(endpoint.pk))
    assert len(receiver.received) == 2 + WEBHOOK_BATCH


@pytest.mark.django_db(transaction=True)
def test_a_conversation_erased_while_it_is_told_leaves_nothing(bot: Bot, receiver: Receiver) -> None:
    _, delivery = one_delivery(bot, receiver.url)

    async def send_then_erase(sent: WebhookDelivery) -> sending.Outcome:
        outcome = await sending.send(sent)
        await asyncio.to_thread(erase)
        return outcome

    def erase() -> None:
        conversation = delivery.event.conversation
        assert conversation is not None
        erase_conversation(conversation)
        connections.close_all()

    with patch.object(delivering, "send", send_then_erase):
        event_loop.run(deliver(delivery.endpoint_id))

    assert len(receiver.received) == 1
    assert not WebhookAttempt.objects.exists()
    assert not WebhookEvent.objects.exists()


# Lost tasks


def test_an_event_whose_task_was_lost_is_delivered_once_swept(bot: Bot, receiver: Receiver) -> None:
    endpoint, secret = listen(bot, receiver.url)
    Talk(bot).say("hi")  # its task goes into memory, where nobody listens
    sweep()
    assert not WebhookDelivery.objects.exists()  # it may still be on its way

    WebhookEvent.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert sweep_webhooks() == [endpoint.pk]
    event_loop.run(deliver(endpoint.pk))

    assert [received.verified(secret)["type"] for received in receiver.received] == ["message"] * 2
    assert sweep_webhooks() == []


def test_a_worker_that_died_while_sending_is_followed_by_another(bot: Bot, receiver: Receiver) -> None:
    endpoint, delivery = one_delivery(bot, receiver.url)
    WebhookEndpoint.objects.update(sending_until=timezone.now() + timedelta(minutes=1))
    assert sweep_webhooks() == []

    WebhookEndpoint.objects.update(sending_until=timezone.now() - timedelta(seconds=1))
    assert sweep_webhooks() == [endpoint.pk]
    event_loop.run(deliver(endpoint.pk))

    delivery.refresh_from_db()
    assert delivery.status == "delivered"


def test_tasks_that_come_twice_send_once(bot: Bot, receiver: Receiver) -> None:
    endpoint, _ = listen(bot, receiver.url, ["message"])
    Talk(bot).say("hi")
    ids = [str(pk) for pk in WebhookEvent.objects.values_list("pk", flat=True)]

    for _ in range(2):
        fan_out_webhooks(ids)
        event_loop.run(deliver(endpoint.pk))

    assert len(receiver.received) == 2


# By hand


def test_a_ping_is_sent_once_even_to_an_endpoint_that_is_off(bot: Bot, receiver: Receiver) -> None:
    endpoint, secret = listen(bot, receiver.url, active=False)
    receiver.answers = [Answer(500)]

    failed = make_ping(endpoint)
    deliver_all()
    failed.refresh_from_db()
    assert (failed.status, failed.next_attempt_at) == ("failed", None)
    assert WebhookEndpoint.objects.get().failing_since is None

    make_ping(endpoint)
    deliver_all()
    assert receiver.received[-1].verified(secret)["type"] == "ping"


def test_sent_again_it_has_the_same_id_and_all_its_tries(bot: Bot, receiver: Receiver) -> None:
    _, delivery = one_delivery(bot, receiver.url)
    WebhookDelivery.objects.update(status="failed", failures=10, next_attempt_at=None)
    delivery.refresh_from_db()

    resend(delivery)
    receiver.answers = [Answer(500)]
    deliver_all()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.failures) == ("pending", 1)

    resend(delivery)
    deliver_all()
    delivery.refresh_from_db()
    assert delivery.status == "delivered"
    resend(delivery)
    deliver_all()
    assert len({received.id for received in receiver.received}) == 1
    assert len(receiver.received) == 3


def test_after_thirty_days_the_log_is_forgotten(bot: Bot, receiver: Receiver) -> None:
    listen(bot, receiver.url)
    Talk(bot).say("hi")
    deliver_all()
    old = WebhookEvent.objects.first()
    assert old is not None
    WebhookEvent.objects.filter(pk=old.pk).update(created_at=timezone.now() - WEBHOOK_RETENTION)

    delete_outlived()

    assert WebhookEvent.objects.count() == WebhookDelivery.objects.count() == WebhookAttempt.objects.count() == 1
    assert not WebhookEvent.objects.filter(pk=old.pk).exists()
