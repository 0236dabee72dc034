"""Archiving, bringing back and copying a bot: the verbs, whoever calls them."""

from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User

from conversations_app.models import ApiKey, WebhookEndpoint
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.actions.http_action import request_for
from flows_app.bots import ArchiveBot, BotRefused, BringBackBot, CopyBot, DeleteBot, secrets_left_out
from flows_app.drafts import document_of, write_document
from flows_app.identity_secrets import make_secret
from flows_app.language_model_keys import set_key
from flows_app.models import AuditEntry, Bot, BotRole, Flow, HttpAction, Slot
from flows_app.registry import ActionContext, ActionError
from flows_app.rights import RightMissing
from flows_app.secrets import encrypt
from tests.support.authoring import make_flow, publish
from tests.support.people import person

pytestmark = pytest.mark.django_db

ROLES = ("viewer", "agent", "author", "publisher")
VERBS: dict[str, Any] = {
    "archive": lambda bot, user: ArchiveBot(bot, user=user),
    "bring back": lambda bot, user: BringBackBot(bot, user=user),
    "copy": lambda bot, user: CopyBot(bot, name="Copy", slug="copy", user=user),
    "delete": lambda bot, user: DeleteBot(bot, typed=bot.slug, user=user),
}


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Shop", slug="shop", languages=["en", "es"], public=True)


@pytest.fixture
def manager() -> User:
    return User.objects.create_superuser("root")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("verb", VERBS)
def test_no_role_gives_the_right(bot: Bot, role: str, verb: str) -> None:
    ana = person("ana", **{role: bot})

    with pytest.raises(RightMissing):
        VERBS[verb](bot, ana).execute()

    assert Bot.objects.get().archived_at is None


def test_archiving_and_bringing_back(bot: Bot, manager: User) -> None:
    ArchiveBot(bot, user=manager).execute()
    assert Bot.objects.get().archived_at is not None
    with pytest.raises(BotRefused, match="archived already"):
        ArchiveBot(bot, user=manager).execute()

    BringBackBot(bot, user=manager).execute()
    assert Bot.objects.get().archived_at is None
    with pytest.raises(BotRefused, match="not archived"):
        BringBackBot(bot, user=manager).execute()

    assert [(entry.user, entry.verb) for entry in bot.audit.order_by("pk")] == [
        (manager, "archived"),
        (manager, "brought back"),
    ]


def test_settings_that_were_loaded_before_do_not_bring_it_back(bot: Bot) -> None:
    loaded = Bot.objects.get()
    ArchiveBot(bot).execute()

    loaded.name = "Another name"
    loaded.save()

    assert Bot.objects.get(archived_at__isnull=False).name == "Another name"


@pytest.fixture
def full(bot: Bot, manager: User) -> Bot:
    """A bot with all that a copy takes, and all that it leaves."""
    bot.settings = {"patterns": {"welcome": {"en": "Hello!"}}, "theme": {"colour": "#123456"}, "session_minutes": 5}
    bot.allowed_origins = ["https://shop.example"]
    bot.save()
    Slot.objects.create(bot=bot, name="customer", type="text", position=10, data={"prompt": "Who?"})
    HttpAction.objects.create(
        bot=bot,
        name="reserve",
        url="https://shop.example/{id}",
        inputs=["id"],
        headers={"X-Shop": "1"},
        secret_headers={"Authorization": encrypt("Bearer s3cret")},
    )
    order = make_flow(bot, name="order", triggers=["order something"])
    order.tests.create(name="it greets", script={"turns": [{"user": "hi", "bot": []}]})
    publish(order)
    broken = Flow.objects.create(bot=bot, name="broken")
    write_document(broken, {**document_of(broken), "steps": [{"type": "no such type", "name": "A B"}]})
    bot.default_flow = order
    bot.save()
    person("ana", author=bot)
    ApiKey.objects.issue(bot=bot, name="key", scopes=[])
    create_endpoint(bot, url="https://shop.example/hook", events=["flow.completed"])
    make_secret(bot, user=manager)
    set_key(bot, "sk-1", server="openai", user=manager)
    return bot


def test_a_copy_has_drafts_slots_settings_actions_and_tests(full: Bot, manager: User) -> None:
    copy = CopyBot(full, name=" Shop two ", slug="shop-two", user=manager).execute()

    assert (copy.name, copy.slug, copy.languages) == ("Shop two", "shop-two", ["en", "es"])
    assert (copy.settings, copy.allowed_origins) == (full.settings, full.allowed_origins)
    assert [(slot.name, slot.data) for slot in copy.slots.all()] == [("customer", {"prompt": "Who?"})]
    for flow in full.flows.all():
        assert document_of(copy.flows.get(name=flow.name)) == document_of(flow)
    assert copy.default_flow == copy.flows.get(name="order")
    (test,) = copy.flows.get(name="order").tests.all()
    assert (test.name, test.script["turns"][0]["user"]) == ("it greets", "hi")
    (action,) = copy.http_actions.all()
    assert (action.name, action.url, action.inputs, action.headers) == (
        "reserve",
        "https://shop.example/{id}",
        ["id"],
        {"X-Shop": "1"},
    )
    (entry,) = copy.audit.all()
    assert (entry.user, entry.verb, entry.details["of"]) == (manager, "copied", "shop")


def test_a_copy_has_nothing_live_and_nothing_secret(full: Bot, manager: User) -> None:
    copy = CopyBot(full, name="Shop two", slug="shop-two", user=manager).execute()

    assert not copy.public
    assert copy.flows.filter(current_version=None).count() == 2
    assert not any(copy.http_actions.get().secret_headers.values())
    assert secrets_left_out(full) == ["Authorization of reserve"]
    for gone in (BotRole, ApiKey, WebhookEndpoint):
        assert not gone.objects.filter(bot=copy).exists()
    assert not copy.identity_secrets.exists()
    assert not hasattr(Bot.objects.get(pk=copy.pk), "language_model_key")
    assert full.flows.get(name="order").current_version is not None


def test_a_copied_action_is_not_sent_without_its_secret(full: Bot) -> None:
    copy = CopyBot(full, name="Shop two", slug="shop-two").execute()

    action = copy.http_actions.get()
    assert list(action.secret_headers) == ["Authorization"]
    with pytest.raises(ActionError, match="enter it again"):
        request_for(action, {"id": "1"}, ActionContext("", "key", "en"))


def test_a_change_of_the_copy_leaves_the_first_alone(full: Bot) -> None:
    copy = CopyBot(full, name="Shop two", slug="shop-two").execute()
    before = document_of(full.flows.get(name="order"))

    write_document(copy.flows.get(name="order"), {**before, "steps": []})
    copy.settings["session_minutes"] = 9
    copy.save()

    assert document_of(full.flows.get(name="order")) == before
    assert Bot.objects.get(pk=full.pk).settings["session_minutes"] == 5


def test_an_archived_bot_can_be_copied_and_the_copy_is_in_use(bot: Bot) -> None:
    ArchiveBot(bot).execute()

    assert CopyBot(Bot.objects.get(), name="Copy", slug="copy").execute().archived_at is None


@pytest.mark.parametrize(
    ("name", "slug", "field"), [("Copy", "shop", "slug"), ("", "copy", "name"), ("Copy", "no slug", "slug")]
)
def test_a_copy_needs_a_name_and_a_slug_of_its_own(bot: Bot, name: str, slug: str, field: str) -> None:
    with pytest.raises(BotRefused) as refused:
        CopyBot(bot, name=name, slug=slug).execute()

    assert refused.value.field == field
    assert Bot.objects.count() == 1


def test_a_slug_that_is_taken_after_the_check_is_refused_too(bot: Bot) -> None:
    """As by somebody else at the same moment."""
    with patch.object(CopyBot, "check"), pytest.raises(BotRefused) as refused:
        CopyBot(bot, name="Copy", slug=bot.slug).execute()
    assert refused.value.field == "slug"
    assert Bot.objects.count() == 1


def test_who_deletes_types_the_slug(bot: Bot) -> None:
    for typed in ("", "Shop", "another"):
        with pytest.raises(BotRefused, match="Type “shop”"):
            DeleteBot(bot, typed=typed).execute()

    assert Bot.objects.exists()


def test_the_log_keeps_that_a_bot_was_deleted(full: Bot, manager: User) -> None:
    DeleteBot(full, typed="shop", user=manager).execute()

    entry = AuditEntry.objects.get()
    assert (entry.user, entry.bot, entry.verb, entry.subject) == (manager, None, "deleted", "bot Shop (shop)")
    assert entry.details["slug"] == "shop"
    assert (entry.details["lost"]["Flows"], entry.details["lost"]["Published versions"]) == (2, 1)
