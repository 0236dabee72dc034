"""Endpoints at addresses that are none of theirs. The resolver and the connector are replaced: nothing is reached."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import pytest

from conversations_app.concurrency import event_loop
from conversations_app.models import WebhookDelivery, WebhookEndpoint
from conversations_app.webhooks.by_hand import make_ping
from conversations_app.webhooks.delivering import deliver
from conversations_app.webhooks.endpoints import change_endpoint
from conversations_app.webhooks.refusals import EndpointRefused
from flows_app import outbound
from flows_app.models import Bot
from tests.outbound.recording import PUBLIC, RecordingConnector, RecordingResolver
from tests.webhooks.working import listen

pytestmark = pytest.mark.django_db

NOT_THEIRS = [
    "http://127.0.0.1/hook",
    "http://[::1]/hook",
    "http://0.0.0.0/hook",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706433/hook",
    "http://0x7f000001/hook",
    "http://0177.0.0.1/hook",
    "http://127.1/hook",
    "http://[::ffff:127.0.0.1]/hook",
    "http://[64:ff9b::7f00:1]/hook",
    "http://10.0.0.1:8080/hook",
    "http://user:password@example.com/hook",
    "file:///etc/passwd",
    "http://example.com:22/",
    "example.com/hook",
]
LATER = ["http://localhost/hook", "http://anything.localhost/hook"]


@contextmanager
def recorded(resolver: RecordingResolver, *answer: bytes) -> Iterator[RecordingConnector]:
    connector = RecordingConnector(*answer)
    through = partial(outbound.send, resolver=resolver, connector=connector)
    with patch("conversations_app.webhooks.sending.outbound.send", through):
        yield connector


def ping(endpoint: WebhookEndpoint) -> WebhookDelivery:
    delivery = make_ping(endpoint)
    event_loop.run(deliver(endpoint.pk))
    delivery.refresh_from_db()
    return delivery


def error_of(delivery: WebhookDelivery) -> str:
    return delivery.attempts.get().error


@pytest.mark.parametrize("url", NOT_THEIRS)
def test_an_address_that_is_not_public_is_refused_when_it_is_entered(bot: Bot, url: str) -> None:
    with pytest.raises(EndpointRefused) as refused:
        listen(bot, url)
    assert refused.value.code == "url_refused"
    assert not WebhookEndpoint.objects.exists()

    endpoint, _ = listen(bot, "https://receiver.example/")
    with pytest.raises(EndpointRefused):
        change_endpoint(endpoint, url=url)


@pytest.mark.parametrize("url", [*NOT_THEIRS, *LATER])
def test_and_whatever_got_in_all_the_same_is_never_connected_to(bot: Bot, url: str) -> None:
    endpoint, _ = listen(bot, "https://receiver.example/")
    WebhookEndpoint.objects.update(url=url)

    with recorded(RecordingResolver()) as connector:
        delivery = ping(endpoint)

    assert connector.connected == []
    assert connector.written == b""
    assert delivery.status == "failed"
    assert error_of(delivery)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "169.254.169.254", "10.1.2.3", "fd00:ec2::254"])
def test_a_name_that_leads_inside_is_refused(bot: Bot, address: str) -> None:
    endpoint, _ = listen(bot, "https://innocent.example/hook")

    with recorded(RecordingResolver([PUBLIC, address])) as connector:
        delivery = ping(endpoint)

    assert connector.connected == []
    assert "not a public address" in error_of(delivery)
    assert address not in error_of(delivery)


def test_dns_that_changes_its_mind_is_not_asked_twice(bot: Bot) -> None:
    endpoint, _ = listen(bot, "https://rebinding.example/hook")
    resolver = RecordingResolver([PUBLIC], ["127.0.0.1"])

    with recorded(resolver) as connector:
        first = ping(endpoint)
        second = ping(endpoint)

    assert resolver.asked == ["rebinding.example"] * 2  # once an attempt
    assert connector.connected == [(PUBLIC, 443)]
    assert (first.status, second.status) == ("delivered", "failed")


@pytest.mark.parametrize("target", ["http://127.0.0.1/", "http://169.254.169.254/", "https://elsewhere.example/"])
def test_a_redirect_is_not_followed(bot: Bot, target: str) -> None:
    endpoint, _ = listen(bot, "https://receiver.example/hook")
    answer = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()

    with recorded(RecordingResolver(), answer) as connector:
        delivery = ping(endpoint)

    assert connector.connected == [(PUBLIC, 443)]
    assert delivery.status == "failed"
    assert "redirect" in error_of(delivery)


def test_the_secret_is_in_no_header_and_not_in_the_log(bot: Bot) -> None:
    endpoint, secret = listen(bot, "https://receiver.example/hook")

    with recorded(RecordingResolver()) as connector:
        delivery = ping(endpoint)

    assert b"webhook-signature: v1," in connector.written
    assert secret.removeprefix("whsec_").encode() not in connector.written
    attempt = delivery.attempts.values().get()
    assert secret not in str(attempt)
