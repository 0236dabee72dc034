from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from flows_app.exchange import ExportFailed, export_bot, unreadable_flows
from flows_app.models import Bot


class Command(BaseCommand):
    help = "Writes a bot's drafts as YAML, which import_bot reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--output", type=Path, help="the file to write; without it, the text is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        try:
            text = export_bot(bot)
        except ExportFailed as failed:
            raise CommandError(str(failed)) from failed
        self._warn(bot)
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        self._write(options["output"], text)
        self.stdout.write(f"Wrote {bot.flows.count()} flows of “{bot}” to {options['output']}.")

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{path} can't be written: {error.strerror}.") from error

    def _warn(self, bot: Bot) -> None:
        for flow in unreadable_flows(bot):
            self.stderr.write(
                f"The draft of “{flow}” has gaps: it is written as it is, and an import will ask to mend it."
            )
