"""An archived bot: nothing new starts with it, by whatever door; what is under way goes on, and all is readable."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.models import Conversation
from flows_app.bots import ArchiveBot, BringBackBot
from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot(public=True)


def archived(bot: Bot) -> Bot:
    return ArchiveBot(bot).execute()


def test_no_conversation_starts_by_the_api(bot: Bot) -> None:
    key = Caller.with_key(bot)
    archived(bot)

    assert problem(key.post("conversations", {"bot": bot.slug})) == (409, "bot_archived")
    page = Caller().post("conversations", {"bot": bot.slug}, Origin="http://testserver")
    assert problem(page) == (409, "bot_archived")
    assert not Conversation.objects.exists()
    assert key.get(f"bots/{bot.slug}").json()["archived"] is True


def test_a_start_that_is_repeated_gives_the_conversation_of_before(bot: Bot) -> None:
    key = Caller.with_key(bot)
    first = key.post("conversations", {"bot": bot.slug}, Idempotency_Key="one").json()
    archived(bot)

    again = key.post("conversations", {"bot": bot.slug}, Idempotency_Key="one")

    assert (again.status_code, again.json()["id"]) == (201, first["id"])
    assert problem(key.post("conversations", {"bot": bot.slug}, Idempotency_Key="two")) == (409, "bot_archived")


def test_a_conversation_under_way_goes_on_to_its_end(bot: Bot) -> None:
    talk = Talk(bot)
    asked = talk.say("hi")
    archived(bot)
    user = Caller(f"Bearer {issue_token(talk.id)}")

    assert talk.say("Ana") == ["Hello, Ana!"]
    assert asked[0] in user.get(f"conversations/{talk.id}/messages").content.decode()
    assert user.post(f"conversations/{talk.id}/messages", {"text": "hi"}).status_code == 202


def test_the_terminal_starts_none_either(bot: Bot) -> None:
    archived(bot)

    with pytest.raises(CommandError, match="This bot is archived"):
        call_command("chat", bot.slug, stdout=StringIO())


def test_the_home_page_leaves_it_out_and_its_chat_page_says_so(bot: Bot) -> None:
    archived(bot)

    assert f"/chat/{bot.slug}/" not in Client().get("/").content.decode()
    assert "is archived: no new conversations are started here" in Client().get(f"/chat/{bot.slug}/").content.decode()


def test_brought_back_it_is_as_before(bot: Bot) -> None:
    BringBackBot(archived(bot)).execute()

    assert Caller.with_key(bot).post("conversations", {"bot": bot.slug}).status_code == 201
    assert f"/chat/{bot.slug}/" in Client().get("/").content.decode()
    assert "is archived" not in Client().get(f"/chat/{bot.slug}/").content.decode()
