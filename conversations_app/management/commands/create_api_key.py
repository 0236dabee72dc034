from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations_app.models import ApiKey
from flows_app.models import Bot


class Command(BaseCommand):
    help = "Makes an API key for a bot, and prints it, this once, alone on the last line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--name", default="command line", help="what it is for, as the admin lists it")
        parser.add_argument("--scope", action="append", default=[], choices=ApiKey.Scope.values)

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        _, text = ApiKey.objects.issue(bot=bot, name=options["name"], scopes=options["scope"])
        self.stdout.write(text)
