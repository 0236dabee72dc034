import logging

import pytest
from pytest_django.fixtures import Settings

from flows_app.exchange import export_bot
from flows_app.language_model_keys import key_for, remove_key, renew_key, set_key, stored_key
from flows_app.models import AuditEntry, Bot, LanguageModelKey
from flows_app.rights import RightMissing
from tests.support.people import person

pytestmark = pytest.mark.django_db

KEY = "sk-s3cret"


@pytest.fixture
def bot() -> Bot:
    understanding = {"provider": "dspy", "model": "openai/gpt-4o-mini"}
    return Bot.objects.create(name="Bot", slug="bot", settings={"understanding": understanding})


def test_it_is_stored_encrypted_and_sent_only_to_whom_it_was_entered_for(bot: Bot) -> None:
    set_key(bot, KEY, server="openai")

    assert KEY not in LanguageModelKey.objects.get().encrypted
    assert key_for(bot.pk, "openai") == KEY
    assert key_for(bot.pk, "https://evil.example") is None
    assert key_for(bot.pk, None) is None


def test_it_is_replaced_and_removed(bot: Bot) -> None:
    set_key(bot, "old", server="openai")
    set_key(bot, KEY, server="anthropic")
    assert (key_for(bot.pk, "openai"), key_for(bot.pk, "anthropic")) == (None, KEY)

    remove_key(bot)
    remove_key(bot)

    assert key_for(bot.pk, "anthropic") is None
    assert list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True)) == ["set", "replaced", "removed"]


def test_it_is_for_those_who_may_publish(bot: Bot) -> None:
    author, publisher = person("author", author=bot), person("publisher", publisher=bot)

    with pytest.raises(RightMissing):
        set_key(bot, KEY, server="openai", user=author)
    set_key(bot, KEY, server="openai", user=publisher)
    with pytest.raises(RightMissing):
        remove_key(bot, user=author)
    assert AuditEntry.objects.get().user == publisher


def test_it_shows_up_nowhere(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    set_key(bot, KEY, server="openai")
    stored = LanguageModelKey.objects.get()

    shown = [export_bot(bot), str(list(AuditEntry.objects.values())), repr(stored), str(stored), str(bot.__dict__)]

    for text in (*shown, caplog.text):
        assert KEY not in text
        assert stored.encrypted not in text
    assert "encrypted" not in stored_key(bot).__dict__


def test_it_comes_under_the_newest_secret_when_the_bot_is_saved(bot: Bot, settings: Settings) -> None:
    set_key(bot, KEY, server="openai")
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-secret" * 5, [old]

    renew_key(bot)
    settings.SECRET_KEY_FALLBACKS = []

    assert key_for(bot.pk, "openai") == KEY


def test_one_that_cannot_be_read_is_none_and_is_told(
    bot: Bot, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    set_key(bot, KEY, server="openai")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-secret" * 5, []

    assert key_for(bot.pk, "openai") is None
    assert "enter it again" in caplog.text
    renew_key(bot)  # leaves it as it is
    assert LanguageModelKey.objects.exists()


def test_it_goes_with_its_bot(bot: Bot) -> None:
    set_key(bot, KEY, server="openai")

    bot.delete()

    assert not LanguageModelKey.objects.exists()
