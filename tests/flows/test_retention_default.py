"""Bots that kept conversations for ever before there was a default go on doing so, until somebody decides otherwise."""

from importlib import import_module

import pytest
from django.apps import apps

from flows_app.language import BotSettings
from flows_app.limits import RETENTION_DAYS
from flows_app.models import Bot

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
