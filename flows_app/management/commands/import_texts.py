from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser

from flows_app.exchange.translations import TranslationsImported, TranslationsRefused, import_translations
from flows_app.management.people import person_named
from flows_app.models import Bot


class Command(BaseCommand):
    help = "Reads translations from a PO file into a bot's drafts and bot-wide slots; what does not fit is listed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("path", type=Path, help="the PO file")
        parser.add_argument(
            "--user", metavar="NAME", help="import as this person: with their rights, and in their name in the log"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        try:
            imported = import_translations(bot, _read(options["path"]), user=person_named(options["user"]))
        except (TranslationsRefused, PermissionDenied) as refused:
            raise CommandError(str(refused)) from refused
        self._say(imported)

    def _say(self, imported: TranslationsImported) -> None:
        for left in imported.left_out:
            self.stdout.write(f"Not taken: {left.place}: {left.sentence}")
        self.stdout.write(
            f"Took {imported.taken} translations into “{imported.language}”; "
            f"{imported.unchanged} were there already, {len(imported.left_out)} were not taken."
        )
        if imported.flows:
            self.stdout.write(f"Flows with a new draft: {', '.join(imported.flows)}")
        if imported.slots:
            self.stdout.write(f"Bot-wide slots: {', '.join(imported.slots)}")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not in UTF-8.") from error
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror}.") from error
