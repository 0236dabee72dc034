"""What is stored for a channel is shown to whoever may ask, and goes with its conversation."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conversations_app.models import ChannelAddress, Conversation
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.exporting import export_conversation
from conversations_app.verbs.retention import delete_outlived
from flows_app.bots import DeleteBot
from tests.api.calling import Caller, problem
from tests.channels.guests import Guest
from tests.channels.provider import Provider
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_exported(guest: Guest) -> None:
    guest.writes("hi")

    assert export_conversation(guest.conversation)["conversation"]["channel"] == "postcards"
    assert export_conversation(guest.conversation)["conversation"]["channel_address"] == "ana"
    web = export_conversation(Talk(guest.bot).conversation)["conversation"]
    assert (web["channel"], web["channel_address"]) == ("web", None)


def test_it_is_erased_with_its_conversation(guest: Guest) -> None:
    guest.writes("hi")
    erase_conversation(guest.conversation)

    assert not ChannelAddress.objects.exists()
    assert guest.writes("hi")[0] == "Welcome to the pizzeria!"


def test_it_is_kept_no_longer_than_its_conversation(guest: Guest) -> None:
    guest.bot.settings["retention_days"] = 1
    guest.bot.save()
    guest.writes("hi")
    Conversation.objects.update(updated_at=timezone.now() - timedelta(days=2))

    assert delete_outlived() == 1
    assert not ChannelAddress.objects.exists()


def test_it_is_deleted_with_its_bot(guest: Guest) -> None:
    guest.writes("hi")

    DeleteBot(guest.bot, typed=guest.bot.slug).execute()

    assert not ChannelAddress.objects.exists()


def test_the_api_tells_the_channel(guest: Guest) -> None:
    guest.writes("hi")
    key = Caller.with_key(guest.bot, "manage")

    assert key.get(f"conversations/{guest.conversation.pk}").json()["channel"] == "postcards"
    assert [one["channel"] for one in key.get("conversations").json()["results"]] == ["postcards"]


def test_an_api_key_starts_a_conversation_that_another_system_shows(guest: Guest) -> None:
    key = Caller.with_key(guest.bot)
    started = key.post("conversations", {"bot": guest.bot.slug, "channel": "api"})

    assert (started.status_code, started.json()["channel"]) == (201, "api")
    assert key.post("conversations", {"bot": guest.bot.slug}).json()["channel"] == "web"


@pytest.mark.parametrize("channel", ["postcards", "", "none", None, 5])
def test_no_other_channel_is_started_by_the_api(guest: Guest, channel: object) -> None:
    refused = Caller.with_key(guest.bot).post("conversations", {"bot": guest.bot.slug, "channel": channel})

    assert (refused.status_code, [*refused.json()["errors"]]) == (400, ["channel"])


def test_a_visitor_of_a_page_has_web_chat(guest: Guest) -> None:
    page = Caller()
    refused = page.post("conversations", {"bot": guest.bot.slug, "channel": "api"}, Origin="http://testserver")

    assert problem(refused) == (400, "channel_needs_credential")
    started = page.post("conversations", {"bot": guest.bot.slug, "channel": "web"}, Origin="http://testserver")
    assert started.json()["channel"] == "web"


def test_staff_see_what_keeps_messages_from_their_user(guest: Guest, provider: Provider, admin_client: Client) -> None:
    provider.statuses = [403, 503]
    guest.writes("hi")

    page = admin_client.get(f"/admin/conversations_app/conversation/{guest.conversation.pk}/change/").content.decode()

    assert "postcards ana." in page
    assert "Messages given up: 1. Messages wait: The provider answered 503." in page
