"""Bots that kept conversations for ever before there was a default go on doing so, until somebody decides otherwise."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User

from flows_app.exchange import Source, import_bot, read_bot_from
from flows_app.flow_language import BotSettings
from flows_app.limits import RETENTION_DAYS
from flows_app.models import Bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


def test_a_bot_of_before_keeps_its_conversations_for_ever_and_a_new_one_a_year() -> None:
    before = [{}, {"double_texting": "merge"}, {"retention_days": 30}, {"retention_days": None}]
    for number, settings in enumerate(before):
        Bot.objects.create(name=f"Bot {number}", slug=f"bot-{number}", settings=settings)

    import_module("flows_app.migrations.0009_retention_as_it_was").keep_for_ever(apps, None)

    kept = [bot.read_settings().retention_days for bot in Bot.objects.order_by("pk")]
    assert kept == [None, None, 30, None]
    assert Bot.objects.get(slug="bot-1").settings == {"double_texting": "merge", "retention_days": None}
    assert BotSettings().retention_days == RETENTION_DAYS


def imported(text: str, user: User | None = None) -> dict[str, Any]:
    import_bot(read_bot_from([Source("bot.yaml", text.encode())]), user=user)
    settings: dict[str, Any] = Bot.objects.get(slug="shop").settings
    return settings


@pytest.mark.parametrize("kept", [None, 30])
def test_a_file_that_does_not_speak_of_it_changes_it_neither(kept: int | None) -> None:
    """Files of before there was the default don't: brought in again, they must not have conversations deleted."""
    bot = Bot.objects.create(name="Shop", slug="shop", settings={"retention_days": kept})
    text = "slug: shop\nname: Shop\nsettings: {double_texting: merge}"

    assert imported(text) == {"double_texting": "merge", "retention_days": kept}
    assert imported(text, person("ana", publisher=bot)) == {"double_texting": "merge", "retention_days": kept}


def test_a_file_that_speaks_of_it_decides_and_a_new_bot_follows_the_default() -> None:
    assert imported("slug: shop\nname: Shop\nsettings: {double_texting: merge}") == {"double_texting": "merge"}
    assert imported("slug: shop\nname: Shop\nsettings: {retention_days: null}") == {"retention_days": None}
    assert imported(f"slug: shop\nname: Shop\nsettings: {{retention_days: {RETENTION_DAYS}}}") == {}
