from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from flows_app.exchange import BotReading, Imported, ImportRefused, Published, import_bot, publish_imported, read_bot
from flows_app.management.people import person_named


class Command(BaseCommand):
    help = "Reads a bot from YAML, ours or the Soni framework's: all of it, or nothing if there is any problem."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="a YAML file, or a directory with .yaml and .yml files")
        parser.add_argument("--bot", metavar="SLUG", help="the bot to import into, in place of the slug in the file")
        parser.add_argument(
            "--user", metavar="NAME", help="import as this person: with their rights, and in their name in the log"
        )
        parser.add_argument("--publish", action="store_true", help="publish every imported flow that has no errors")

    def handle(self, *args: Any, **options: Any) -> None:
        person = person_named(options["user"])
        try:
            reading = read_bot(options["path"], slug=options["bot"])
            imported = import_bot(reading, user=person)
        except ImportRefused as refused:
            raise CommandError(_refusal(refused)) from refused
        self._say(reading, imported)
        if options["publish"]:
            self._say_published(publish_imported(imported, reading, user=person))

    def _say(self, reading: BotReading, imported: Imported) -> None:
        for notice in reading.notices:
            self.stdout.write(f"{notice}")
        verb = "Created" if imported.bot_is_new else "Updated"
        self.stdout.write(f"{verb} the bot “{imported.bot}” ({imported.bot.slug}).")
        self._list("New flows", imported.created)
        self._list("Flows with a new draft", imported.replaced)
        self._list("Flows that say the same already", imported.unchanged)
        self._list("Flows with new tests", imported.with_tests)
        self._list("Other flows of the bot, left untouched", imported.untouched)
        self._list("Not mentioned, so left as they are", imported.parts_kept)

    def _say_published(self, published: Published) -> None:
        self._list("Published", published.versions)
        self._list("Unchanged since the last version", published.unchanged)
        for flow, reasons in published.refused.items():
            self.stdout.write(f"Not published: {flow}")
            for reason in reasons:
                self.stdout.write(f"  {reason}")

    def _list(self, title: str, names: list[str]) -> None:
        if names:
            self.stdout.write(f"{title}: {', '.join(names)}")


def _refusal(refused: ImportRefused) -> str:
    count = len(refused.problems)
    return "\n".join((*map(str, refused.problems), f"Nothing was imported: {count} problem{'s' if count > 1 else ''}."))
