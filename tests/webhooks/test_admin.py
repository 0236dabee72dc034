"""Endpoints and their log, as who manages a bot sees them."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.limits import WEBHOOK_ENDPOINTS_PER_BOT
from conversations_app.models import WebhookDelivery, WebhookEndpoint, WebhookSubscription
from flows_app.models import AuditEntry, Bot
from tests.support.people import person
from tests.support.talking import Talk
from tests.webhooks.receiver import Answer, Receiver
from tests.webhooks.working import deliver_all, listen

pytestmark = pytest.mark.django_db

ENDPOINTS = "/admin/conversations_app/webhookendpoint/"
DELIVERIES = "/admin/conversations_app/webhookdelivery/"


@pytest.fixture
def manager() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("manager"))
    return client


def form(bot: Bot, url: str, **more: Any) -> dict[str, Any]:
    return {"bot": bot.pk, "url": url, "events": ["message"], "description": "The CRM", "active": "on"} | more


def secret_in(page: str) -> str:
    found = re.search(r"whsec_[A-Za-z0-9+/=]+", page)
    assert found
    return found.group()


def test_made_tested_rotated_and_deleted(bot: Bot, manager: Client, receiver: Receiver) -> None:
    page = manager.post(f"{ENDPOINTS}add/", form(bot, receiver.url), follow=True).text
    secret = secret_in(page)
    endpoint = WebhookEndpoint.objects.get()
    address = f"{ENDPOINTS}{endpoint.pk}/"
    assert WebhookSubscription.objects.get().events == ["message"]
    assert "whsec_" not in manager.get(f"{address}change/").text

    page = manager.post(f"{address}test/", follow=True).text
    assert "A ping is on its way" in page
    deliver_all()
    assert receiver.received[0].verified(secret)["type"] == "ping"
    assert "delivered" in manager.get(f"{address}change/").text

    rotated = secret_in(manager.post(f"{address}rotate/", follow=True).text)
    assert rotated != secret
    assert "the one of before signs as well" in manager.get(f"{address}change/").text

    changed = form(bot, receiver.url, events=["flow.completed"])
    del changed["active"]
    manager.post(f"{address}change/", changed, follow=True)
    endpoint.refresh_from_db()
    assert (endpoint.events, endpoint.active) == (["flow.completed"], False)
    assert WebhookSubscription.objects.get().events == []

    page = manager.get(f"{address}delete/").text
    assert "Are you sure" in page
    manager.post(f"{address}delete/", {"post": "yes"}, follow=True)
    assert not WebhookEndpoint.objects.exists()
    verbs = list(AuditEntry.objects.filter(user__username="manager").order_by("pk").values_list("verb", flat=True))
    assert verbs == ["added", "tested", "rotated the secret of", "changed", "deleted"]


def test_an_address_that_is_not_public_is_said_at_its_field(bot: Bot, manager: Client) -> None:
    page = manager.post(f"{ENDPOINTS}add/", form(bot, "http://127.0.0.1/")).text

    assert "is not a public address" in page
    assert not WebhookEndpoint.objects.exists()


def test_one_too_many_is_refused(bot: Bot, manager: Client) -> None:
    for _ in range(WEBHOOK_ENDPOINTS_PER_BOT):
        listen(bot, "https://receiver.example/")

    page = manager.post(f"{ENDPOINTS}add/", form(bot, "https://receiver.example/"), follow=True).text

    assert "at most" in page
    assert WebhookEndpoint.objects.count() == WEBHOOK_ENDPOINTS_PER_BOT


def test_the_log_shows_attempts_and_sends_again(bot: Bot, manager: Client, receiver: Receiver) -> None:
    listen(bot, receiver.url, ["message"])
    receiver.answers = [Answer(500, b"<b>out of order</b>")] * 2
    Talk(bot).say("hi")
    deliver_all()
    delivery = WebhookDelivery.objects.filter(attempts__isnull=False).latest("pk")

    assert "pending" in manager.get(f"{DELIVERIES}?endpoint__id__exact={delivery.endpoint_id}").text
    page = manager.get(f"{DELIVERIES}{delivery.pk}/change/").text
    assert "answered 500" in page
    assert "&lt;b&gt;out of order" in page
    assert delivery.event.message_id in page

    page = manager.post(f"{DELIVERIES}{delivery.pk}/resend/", follow=True).text
    assert "on its way again" in page
    deliver_all()
    assert "answered 204" in manager.get(f"{DELIVERIES}{delivery.pk}/change/").text


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_roles_of_a_bot_do_not_manage_it(bot: Bot, role: str) -> None:
    endpoint, _ = listen(bot, "https://receiver.example/")
    client = Client()
    client.force_login(person("somebody", **{role: bot}))

    for page in (ENDPOINTS, f"{ENDPOINTS}add/", f"{ENDPOINTS}{endpoint.pk}/change/", DELIVERIES):
        assert client.get(page).status_code in (302, 403)
    for verb in ("rotate", "test"):
        assert client.post(f"{ENDPOINTS}{endpoint.pk}/{verb}/").status_code == 404
    endpoint.refresh_from_db()
    assert endpoint.old_secret == ""
    assert not WebhookDelivery.objects.exists()


def test_buttons_are_posts(bot: Bot, manager: Client) -> None:
    endpoint, _ = listen(bot, "https://receiver.example/")

    assert manager.get(f"{ENDPOINTS}{endpoint.pk}/rotate/").status_code == 405
    endpoint.refresh_from_db()
    assert endpoint.old_secret == ""
