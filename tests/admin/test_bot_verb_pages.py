"""The pages that archive, copy and delete a bot: who gets there, what they ask, and what comes of it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.bots import ArchiveBot
from flows_app.models import AuditEntry, Bot, HttpAction
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

PAGES = ("archive", "copy", "delete")


@pytest.fixture
def bot() -> Bot:
    return make_bot(public=True)


@pytest.fixture
def manager() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def address(bot: Bot, page: str) -> str:
    return f"/admin/flows_app/bot/{bot.pk}/{page}/"


def page_of(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
@pytest.mark.parametrize("page", PAGES)
def test_only_who_manages_the_bot_gets_there(bot: Bot, role: str, page: str) -> None:
    client = Client()
    client.force_login(person("ana", **{role: bot}))

    assert client.get(address(bot, page)).status_code == 403
    assert client.post(address(bot, page), {"name": "C", "slug": "c", "typed": bot.slug}).status_code == 403
    assert [(one.slug, one.archived_at) for one in Bot.objects.all()] == [(bot.slug, None)]
    assert f"/bot/{bot.pk}/archive/" not in page_of(client, address(bot, "change"))


@pytest.mark.parametrize("page", PAGES)
def test_to_who_has_no_role_there_is_no_such_bot(bot: Bot, page: str) -> None:
    client = Client()
    client.force_login(person("ana", publisher=Bot.objects.create(name="Other", slug="other")))

    assert client.get(address(bot, page)).status_code == 404


def test_to_look_at_a_page_does_nothing(bot: Bot, manager: Client) -> None:
    for page in PAGES:
        assert manager.get(address(bot, page)).status_code == 200

    assert [(one.slug, one.archived_at) for one in Bot.objects.all()] == [(bot.slug, None)]


def test_the_bots_page_leads_to_them(bot: Bot, manager: Client) -> None:
    shown = page_of(manager, address(bot, "change"))

    assert all(address(bot, page) in shown for page in PAGES)


def test_archiving_and_bringing_back(bot: Bot, manager: Client) -> None:
    told = manager.post(address(bot, "archive"), follow=True).content.decode()

    assert "is archived: no new conversation starts with it" in told
    assert "This bot is archived since" in told
    assert Bot.objects.get().archived_at is not None

    assert "is in use again" in manager.post(address(bot, "archive"), follow=True).content.decode()
    assert Bot.objects.get().archived_at is None


def test_the_list_shows_bots_in_use_unless_asked(bot: Bot, manager: Client) -> None:
    ArchiveBot(Bot.objects.create(name="Old bot", slug="old")).execute()

    def listed(query: str = "") -> list[bool]:
        shown = page_of(manager, f"/admin/flows_app/bot/{query}")
        return [f">{name}</a></th>" in shown for name in (bot.name, "Old bot")]

    assert listed() == [True, False]
    assert listed("?archived=yes") == [False, True]
    assert listed("?archived=all") == [True, True]


def test_a_copy(bot: Bot, manager: Client) -> None:
    HttpAction.objects.create(bot=bot, name="pay", url="https://x.example/", secret_headers={"Authorization": "x"})
    assert "Authorization of pay" in page_of(manager, address(bot, "copy"))

    told = manager.post(address(bot, "copy"), {"name": "Second", "slug": "second"}, follow=True).content.decode()

    assert "“Second” is a copy of" in told
    assert Bot.objects.get(slug="second").flows.count() == bot.flows.count()


def test_a_slug_that_is_taken_is_said_at_its_field(bot: Bot, manager: Client) -> None:
    shown = manager.post(address(bot, "copy"), {"name": "Second", "slug": bot.slug}).content.decode()

    assert "Bot with this Slug already exists." in shown
    assert Bot.objects.count() == 1


def test_deleting_counts_what_is_lost_and_asks_for_the_slug(bot: Bot, manager: Client) -> None:
    Talk(bot).say("hi")

    asked = page_of(manager, address(bot, "delete"))
    refused = manager.post(address(bot, "delete"), {"typed": "something"}).content.decode()

    assert "<li>Conversations: 1</li>" in asked
    assert "<li>Published versions: 1</li>" in asked
    assert f"Type “{bot.slug}” to delete this bot." in refused
    assert Bot.objects.exists()

    told = manager.post(address(bot, "delete"), {"typed": bot.slug}, follow=True).content.decode()

    assert "is deleted, with all that was its own." in told
    assert not Bot.objects.exists()
    assert f"bot {bot} ({bot.slug})" in page_of(manager, "/admin/flows_app/auditentry/")


def test_the_log_of_a_bot_that_is_gone_is_for_who_manages(bot: Bot) -> None:
    AuditEntry.objects.create(verb="deleted", subject="bot gone")
    client = Client()
    client.force_login(person("ana", publisher=bot))

    assert "bot gone" not in page_of(client, "/admin/flows_app/auditentry/")


def test_bots_are_not_deleted_from_the_list(bot: Bot, manager: Client) -> None:
    form = {"action": "delete_selected", "_selected_action": [bot.pk], "post": "yes"}
    manager.post("/admin/flows_app/bot/", form)

    assert Bot.objects.exists()
