from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from flows_app.exchange.translations import TranslationsRefused, bot_as_po
from flows_app.models import Bot


class Command(BaseCommand):
    help = "Writes the texts of a bot's drafts as a PO file for translators, which import_texts reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--language", required=True, help="the language to translate into, such as es")
        parser.add_argument("--output", type=Path, help="the file to write; without it, the text is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        try:
            text = bot_as_po(bot, options["language"])
        except TranslationsRefused as refused:
            raise CommandError(str(refused)) from refused
        if options["output"] is None:
            self.stdout.write(text, ending="")
        else:
            self._write(options["output"], text)

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{path} can't be written: {error.strerror}.") from error
        self.stdout.write(f"Wrote {path}.")
