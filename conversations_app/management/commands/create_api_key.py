from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from conversations_app.models import ApiKey
from flows_app.models import Bot

DAYS_AT_MOST = 3650


class Command(BaseCommand):
    help = "Makes an API key for a bot, and prints it, this once, alone on the last line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--name", default="command line", help="what it is for, as the admin lists it")
        parser.add_argument("--scope", action="append", default=[], choices=ApiKey.Scope.values)
        parser.add_argument("--days", type=int, help="after so many days it opens nothing any more; without: never")

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        expires_at = self._expiry(options["days"])
        # Named twice, a scope is stored once.
        scopes = list(dict.fromkeys(options["scope"]))
        _, text = ApiKey.objects.issue(bot=bot, name=options["name"], scopes=scopes, expires_at=expires_at)
        self.stdout.write(text)

    def _expiry(self, days: int | None) -> datetime | None:
        if days is None:
            return None
        if not 1 <= days <= DAYS_AT_MOST:
            raise CommandError(f"--days takes a number from 1 to {DAYS_AT_MOST}.")
        return timezone.now() + timedelta(days=days)
