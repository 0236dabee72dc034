"""Machines whose clocks differ: leases, sessions and claims go by the database's time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from conversations_app.delivery import sender_leases
from conversations_app.limits import FITTING_TIME, LEASE, WEBHOOK_LEASE
from conversations_app.models import Conversation, WebhookEndpoint
from conversations_app.turn import leases
from conversations_app.turn.backlog import count_backlog
from conversations_app.turn.session import expire_sessions
from conversations_app.turn.storing import store_outbound
from conversations_app.turn.sweeping import sweep
from conversations_app.understanding.catalogues import fitting
from conversations_app.verbs.posting import post_message
from flows_app.engine import OutboundMessage
from flows_app.models import BotCatalogue
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def clock_ahead(by: timedelta) -> Iterator[None]:
    """This process is another machine meanwhile, whose clock is wrong."""
    real = timezone.now
    with patch.object(timezone, "now", lambda: real() + by):
        yield


def test_a_worker_whose_clock_is_ahead_steals_no_lease() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")
    assert leases.acquire(talk.id)

    with clock_ahead(LEASE * 1.5):
        assert leases.acquire(talk.id) is None
        assert sweep() == []
        assert count_backlog().in_turn == 1


@pytest.mark.parametrize("by", [LEASE * 1.5, -LEASE * 1.5])
def test_a_lease_lasts_as_long_whatever_the_clock_of_its_worker_says(by: timedelta) -> None:
    talk = Talk(make_bot())
    with clock_ahead(by):
        lease = leases.acquire(talk.id)
        assert lease
    _assert_runs_out_in(LEASE, talk)

    with clock_ahead(by):
        assert leases.renew(lease)
    _assert_runs_out_in(LEASE, talk)

    with clock_ahead(by):
        store_outbound(lease, 1, OutboundMessage("1:bot:said:0:0", "Wait."))
    _assert_runs_out_in(LEASE, talk)


def _assert_runs_out_in(length: timedelta, talk: Talk) -> None:
    """However slow the machine is."""
    expires_at = talk.conversation.lease_expires_at
    assert expires_at
    assert timezone.now() + length / 2 < expires_at < timezone.now() + length


def test_a_session_does_not_end_early_by_a_clock_that_is_ahead() -> None:
    bot = make_bot()
    bot.settings = {"session_minutes": 1}
    bot.save()
    talk = Talk(bot)
    talk.say("hi")

    with clock_ahead(timedelta(minutes=2)):
        expire_sessions()
        assert talk.say("Ana") != []

    assert [line for line in talk.transcript if line.startswith("system")] == []


def test_a_question_of_a_worker_whose_clock_is_behind_stays_open() -> None:
    bot = make_bot()
    bot.settings = {"session_minutes": 1}
    bot.save()
    talk = Talk(bot)
    with clock_ahead(-timedelta(minutes=2)):
        talk.say("hi")

    expire_sessions()

    assert not Conversation.objects.get().has_unprocessed_messages


def test_claims_of_webhooks_and_of_learning_go_by_the_databases_clock() -> None:
    bot = make_bot()
    WebhookEndpoint.objects.create(bot=bot, url="https://hooks.example.org/")
    endpoint = WebhookEndpoint.objects.filter(bot=bot)
    catalogue = BotCatalogue.objects.filter(bot=bot).latest("pk")
    assert sender_leases.take(endpoint, WEBHOOK_LEASE)
    assert fitting._claim(catalogue)

    with clock_ahead(WEBHOOK_LEASE * 1.5):
        assert sender_leases.take(endpoint, WEBHOOK_LEASE) is None
    with clock_ahead(FITTING_TIME * 1.5):
        assert not fitting._claim(catalogue)
