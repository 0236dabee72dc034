"""Shared by commands about a bot's language model."""

from django.core.management.base import CommandError

from conversations_app.concurrency import event_loop
from conversations_app.understanding.language_model import LanguageModelSettings
from conversations_app.understanding.providers import BotLanguageModel
from flows_app.models import Bot


def bot_called(slug: str) -> Bot:
    bot = Bot.objects.filter(slug=slug).first()
    if bot is None:
        raise CommandError(f"There is no bot “{slug}”.")
    return bot


def language_model_of(bot: Bot) -> LanguageModelSettings:
    """With its key, which nobody prints."""
    settings = bot.read_settings().understanding
    if settings.model is None:
        raise CommandError(f"“{bot}” has no language model: choose one on the bot's page in the console.")
    return event_loop.run(BotLanguageModel(bot.pk, settings).settings())
