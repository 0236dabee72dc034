import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from conversations_app.models import ApiKey
from flows_app.models import AuditEntry, Bot
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db

LIST = "/admin/conversations_app/apikey/"


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def manager(client: Client, bot: Bot) -> Client:
    client.force_login(User.objects.create_superuser("manager"))
    return client


def issued(bot: Bot, name: str, **more: Any) -> ApiKey:
    return ApiKey.objects.issue(bot=bot, name=name, scopes=["inspect"], **more)[0]


def row_of(page: str, name: str) -> str:
    """The words of one key's row."""
    [row] = [row for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if f">{name} <code>" in row]
    return " ".join(re.sub(r"<[^>]+>", " ", row).split())


def test_the_list_says_in_words_what_a_key_may_and_whether_it_is_valid(manager: Client, bot: Bot) -> None:
    issued(bot, "shop")
    ApiKey.objects.filter(name="shop").update(last_used_at=timezone.now() - timedelta(hours=3))
    issued(bot, "old", expires_at=timezone.now() - timedelta(days=1))
    issued(bot, "leaked").revoke()

    page = manager.get(LIST).text

    assert "valid inspect" in row_of(page, "shop")
    assert "3 hours ago" in row_of(page, "shop").replace("\xa0", " ")
    assert "expired" in row_of(page, "old")
    assert "revoked" in row_of(page, "leaked")
    assert "never never" in row_of(page, "leaked")


@pytest.mark.parametrize("state", ["valid", "expired", "revoked"])
def test_the_list_is_filtered_by_state(manager: Client, bot: Bot, state: str) -> None:
    issued(bot, "valid")
    issued(bot, "expired", expires_at=timezone.now() - timedelta(days=1))
    issued(bot, "revoked", expires_at=timezone.now() - timedelta(days=1)).revoke()

    page = manager.get(LIST, {"state": state}).text

    assert re.findall(r'field-named"><a [^>]+>(\w+) <code>', page) == [state]


def test_a_key_is_shown_once_with_its_expiry_stored(manager: Client, bot: Bot) -> None:
    form = {"bot": bot.pk, "name": "shop", "expires_at_0": "2100-01-31", "expires_at_1": "12:00"}

    page = manager.post(f"{LIST}add/", form, follow=True).text

    shown = re.search(r'<code class="shown-once"[^>]*>(soni_[\w-]+)</code>', page)
    assert shown
    assert ApiKey.objects.find(shown.group(1)) == ApiKey.objects.get()
    assert f"{ApiKey.objects.get().expires_at:%Y-%m-%d %H:%M}" == "2100-01-31 12:00"
    assert shown.group(1) not in manager.get(LIST).text
    assert shown.group(1) not in manager.get(f"{LIST}{ApiKey.objects.get().pk}/change/").text
    entry = AuditEntry.objects.get(subject__startswith="API key")
    assert (entry.verb, entry.user_id) == ("made", User.objects.get().pk)
    assert shown.group(1) not in str(entry.subject) + str(entry.details)


def test_an_expiry_in_the_past_is_refused(manager: Client, bot: Bot) -> None:
    form = {"bot": bot.pk, "name": "shop", "expires_at_0": "2001-01-31", "expires_at_1": "12:00"}

    page = manager.post(f"{LIST}add/", form)

    assert "That has passed" in page.text
    assert not ApiKey.objects.exists()


def test_a_key_is_revoked_on_its_page(manager: Client, bot: Bot) -> None:
    key = issued(bot, "shop")
    assert f"{LIST}{key.pk}/revoke/" in manager.get(f"{LIST}{key.pk}/change/").text

    assert manager.get(f"{LIST}{key.pk}/revoke/").status_code == 405
    manager.post(f"{LIST}{key.pk}/revoke/")
    manager.post(f"{LIST}{key.pk}/revoke/")

    key.refresh_from_db()
    assert key.state == ApiKey.State.REVOKED
    assert [entry.verb for entry in AuditEntry.objects.filter(subject__startswith="API key")] == ["revoked"]
    assert "revoke/" not in manager.get(f"{LIST}{key.pk}/change/").text


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_who_does_not_manage_the_bot_has_nothing_to_do_with_its_keys(client: Client, bot: Bot, role: str) -> None:
    key = issued(bot, "shop")
    client.force_login(person("ana", **{role: bot}))

    assert client.get(LIST).status_code == 403
    assert client.get(f"{LIST}{key.pk}/change/").status_code in (302, 403)
    assert client.post(f"{LIST}{key.pk}/revoke/").status_code == 404
    key.refresh_from_db()
    assert key.state == ApiKey.State.VALID
