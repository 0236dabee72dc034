from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.bots.errors import BotRefused
from flows_app.models import Bot
from flows_app.rights import Person, Right, require


class ArchiveBot:
    """No new conversation starts with the bot. Those under way go on to their end; all of them stay readable."""

    def __init__(self, bot: Bot, *, user: Person = None):
        self.bot = bot
        self.user = user

    def check(self) -> None:
        require(self.user, Right.MANAGE, self.bot)
        if self.bot.archived_at:
            raise BotRefused(gettext("“{bot}” is archived already.").format(bot=self.bot))

    @transaction.atomic
    def execute(self) -> Bot:
        self.bot = bot = _locked(self.bot)
        self.check()
        bot.archived_at = timezone.now()
        bot.save(update_fields=["archived_at"])
        record(self.user, bot, "archived", f"bot {bot}")
        return bot


class BringBackBot:
    """Conversations can start again, as before the bot was archived."""

    def __init__(self, bot: Bot, *, user: Person = None):
        self.bot = bot
        self.user = user

    def check(self) -> None:
        require(self.user, Right.MANAGE, self.bot)
        if self.bot.archived_at is None:
            raise BotRefused(gettext("“{bot}” is not archived.").format(bot=self.bot))

    @transaction.atomic
    def execute(self) -> Bot:
        self.bot = bot = _locked(self.bot)
        self.check()
        bot.archived_at = None
        bot.save(update_fields=["archived_at"])
        record(self.user, bot, "brought back", f"bot {bot}")
        return bot


def _locked(bot: Bot) -> Bot:
    """`no_key` lets conversations start meanwhile, which only refer to that row."""
    return Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
