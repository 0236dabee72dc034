"""How a bot understands, on its page."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client

from flows_app.language_model_keys import key_for, set_key
from flows_app.models import AuditEntry, Bot, LanguageModelKey
from tests.admin.posting import bot_page
from tests.support.people import person

pytestmark = pytest.mark.django_db

KEY = "sk-s3cret"
MODEL = "openai/gpt-4o-mini"


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="bot")


@pytest.fixture
def manager(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("manager"))
    return client


def signed_in(name: str, **roles: Bot) -> Client:
    client = Client()
    client.force_login(person(name, **roles))
    return client


def address(bot: Bot) -> str:
    return f"/admin/flows_app/bot/{bot.pk}/change/"


def save(client: Client, bot: Bot, **fields: Any) -> list[str]:
    """Gives the complaints."""
    bot.refresh_from_db()
    response = client.post(address(bot), bot_page(bot, **fields))
    assert response.status_code in (200, 302)
    bot.refresh_from_db()
    return [] if response.status_code == 302 else [str(error) for error in response.context["errors"]]


def test_the_settings_are_fields_and_only_what_differs_is_stored(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, name="Renamed")
    assert bot.settings == {}

    assert not save(
        manager,
        bot,
        understanding_provider="dspy",
        understanding_model=MODEL,
        understanding_timeout_seconds="5",
        understanding_temperature="",
        understanding_threshold="0.4",
        settings='{"double_texting": "merge"}',
    )
    assert bot.settings == {
        "double_texting": "merge",
        "understanding": {
            "provider": "dspy",
            "model": MODEL,
            "timeout_seconds": 5.0,
            "temperature": None,
            "threshold": 0.4,
        },
    }
    assert bot.read_settings().understanding.provider == "dspy"
    assert AuditEntry.objects.latest("pk").details["fields"] == ["double_texting", "understanding"]

    assert not save(manager, bot, understanding_provider="embedded", understanding_threshold="")
    assert "threshold" not in bot.settings["understanding"]
    shown = manager.get(address(bot)).text
    assert f'value="{MODEL}"' in shown


def test_complaints_stand_at_their_fields(manager: Client, bot: Bot) -> None:
    response = manager.post(address(bot), bot_page(bot, understanding_provider="dspy"))
    assert "needs a language model" in str(response.context["adminform"].form.errors["understanding_model"])

    wrong = {
        "understanding_model": "gpt",
        "understanding_api_base": "nowhere",
        "understanding_timeout_seconds": "100",
        "understanding_threshold": "2",
    }
    response = manager.post(address(bot), bot_page(bot, **wrong))
    assert set(response.context["adminform"].form.errors) == set(wrong)
    bot.refresh_from_db()
    assert bot.settings == {}


def test_it_is_not_written_among_the_other_settings(manager: Client, bot: Bot) -> None:
    (complaint,) = save(manager, bot, settings='{"understanding": {"provider": "answers"}}')
    assert "has a field of its own" in complaint


def test_the_page_does_not_overwrite_what_somebody_else_has_set_meanwhile(manager: Client, bot: Bot) -> None:
    page = bot_page(bot, understanding_threshold="0.3")
    Bot.objects.update(settings={"understanding": {"provider": "answers"}})

    response = manager.post(address(bot), page)
    assert "were changed meanwhile" in response.text

    unchanged = bot_page(bot, name="Renamed")
    assert manager.post(address(bot), unchanged).status_code == 302
    bot.refresh_from_db()
    assert bot.settings == {"understanding": {"provider": "answers"}}
    assert AuditEntry.objects.latest("pk").details["fields"] == ["name"]


# The key


def test_a_key_is_taken_and_never_shown(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, understanding_model=MODEL, language_model_key=KEY)

    assert key_for(bot.pk, "openai") == KEY
    page = manager.get(address(bot)).text
    assert KEY not in page
    assert LanguageModelKey.objects.get().encrypted not in page
    assert "One is stored since" in page
    log = f"{list(AuditEntry.objects.values())} {list(LogEntry.objects.values())}"
    assert KEY not in log
    assert AuditEntry.objects.filter(verb="set", subject="key of the language model").count() == 1


def test_it_stays_while_other_things_are_saved(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, understanding_model=MODEL, language_model_key=KEY)
    assert not save(manager, bot, name="Renamed")
    assert not save(manager, bot, understanding_model="openai/gpt-4.1")

    assert key_for(bot.pk, "openai") == KEY


def test_it_is_replaced_and_removed(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, understanding_model=MODEL, language_model_key="old")
    assert not save(manager, bot, language_model_key=KEY)
    assert key_for(bot.pk, "openai") == KEY

    assert save(manager, bot, language_model_key="x", remove_language_model_key="on")
    assert not save(manager, bot, remove_language_model_key="on")
    assert not LanguageModelKey.objects.exists()
    assert "None is stored" in manager.get(address(bot)).text


def test_a_page_that_comes_again_because_of_a_mistake_does_not_hold_it(manager: Client, bot: Bot) -> None:
    page = bot_page(bot, name="", understanding_model=MODEL, language_model_key=KEY)
    response = manager.post(address(bot), page)

    assert response.status_code == 200
    assert KEY not in response.text
    assert "enter it again" in response.text
    assert not LanguageModelKey.objects.exists()


def test_a_key_needs_a_model_and_is_one_word(manager: Client, bot: Bot) -> None:
    assert "which language model the key is for" in str(save(manager, bot, language_model_key=KEY))
    (complaint, *_) = save(manager, bot, understanding_model=MODEL, language_model_key="two words")
    assert "copy it again" in complaint
    assert "two words" not in complaint


def test_it_does_not_follow_the_model_to_another_server(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, understanding_model=MODEL, language_model_key=KEY)

    (complaint,) = save(manager, bot, understanding_api_base="https://evil.example/v1")
    assert "was entered for openai" in complaint

    assert not save(manager, bot, understanding_api_base="https://mine.example/v1", language_model_key="other")
    assert key_for(bot.pk, "openai") is None
    assert key_for(bot.pk, "https://mine.example") == "other"


def test_nor_by_an_import(manager: Client, bot: Bot) -> None:
    assert not save(manager, bot, understanding_model=MODEL, language_model_key=KEY)
    Bot.objects.update(settings={"understanding": {"model": MODEL, "api_base": "https://evil.example"}})

    assert key_for(bot.pk, "https://evil.example") is None
    assert "It is not used" in manager.get(address(bot)).text


def test_a_new_bot_can_have_one_at_once(manager: Client) -> None:
    new = bot_page(Bot(name="New", slug="new"), understanding_model=MODEL, language_model_key=KEY)

    assert manager.post("/admin/flows_app/bot/add/", new).status_code == 302
    assert key_for(Bot.objects.get(slug="new").pk, "openai") == KEY


# Rights


def test_a_publisher_sets_it_but_for_the_address(bot: Bot) -> None:
    publisher = signed_in("publisher", publisher=bot)

    fields = {"understanding_model": MODEL, "understanding_api_base": "http://10.0.0.1/v1", "language_model_key": KEY}
    assert not save(publisher, bot, **fields)

    assert bot.settings["understanding"] == {"model": MODEL}
    assert key_for(bot.pk, "openai") == KEY


@pytest.mark.parametrize("role", ["author", "viewer", "agent"])
def test_others_read_in_words_how_it_understands(bot: Bot, role: str) -> None:
    bot.settings = {"understanding": {"provider": "dspy", "model": MODEL}}
    bot.save()
    set_key(bot, KEY, server="openai")
    person_in_role = signed_in("somebody", **{role: bot})

    page = person_in_role.get(address(bot)).text

    assert f"Language model: {MODEL}" in page
    assert "language_model_key" not in page
    assert "is stored" not in page


def test_what_an_author_posts_for_it_is_ignored(bot: Bot) -> None:
    bot.settings = {"understanding": {"provider": "dspy", "model": MODEL}}
    bot.save()
    set_key(bot, KEY, server="openai")
    author = signed_in("author", author=bot)

    forged = {"understanding_provider": "answers", "language_model_key": "mine", "remove_language_model_key": "on"}
    assert not save(author, bot, session_minutes="5", **forged)

    assert bot.settings == {"understanding": {"provider": "dspy", "model": MODEL}}
    assert key_for(bot.pk, "openai") == KEY


@pytest.mark.parametrize("model", ["ollama/http://127.0.0.1:8000", "lm_studio/some-model"])
def test_a_model_that_would_lead_inside_is_refused(manager: Client, bot: Bot, model: str) -> None:
    complaints = save(manager, bot, understanding_provider="dspy", understanding_model=model)

    assert "no language model that can be asked" in complaints[0]
    assert "openai, anthropic" in complaints[0]
    assert bot.settings == {}
