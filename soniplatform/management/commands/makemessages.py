import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po
from django.apps import apps
from django.conf import settings
from django.core.management.commands import makemessages

from flows_app.admin.texts_in_data import texts_in_data
from flows_app.translated_names import names_of

# From an app to the one whose catalogue has the names of its models. django-axes has no Spanish of its own.
_CATALOGUE_OF_NAMES = {
    "flows_app": "flows_app",
    "conversations_app": "conversations_app",
    "demo_bank": "demo_bank",
    "axes": "soniplatform",
}
_NOT_OURS = ["tests", "docs", "var", "staticfiles", ".venv*"]
_MADE_AT = re.compile(r"(?<=POT-Creation-Date: )[^\\]*")
# Always the same: a new time in every file at every run would hide what has changed.
_ANY_TIME = "2026-01-01 00:00+0000"


class Command(makemessages.Command):
    """Django's own command for every language of the admin, with two additions.

    It also finds names of models and fields, and texts in data, which no marked string in the code shows. And it
    compiles the catalogues: compiled ones are in the repository, because a machine that only runs the platform has no
    gettext.
    """

    help = "Finds what staff read in the admin, and updates the catalogues that translate it."
    # A translation that is guessed looks as if somebody had made it.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        languages = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        options |= {"locale": languages, "extensions": ["py", "html"], "ignore_patterns": _NOT_OURS}
        super().handle(*args, **{**options, "no_location": True, "no_obsolete": True})
        for path in catalogues():
            path.write_text(_MADE_AT.sub(_ANY_TIME, path.read_text()))
            _compile(path)

    def process_files(self, file_list: Any) -> None:
        super().process_files(file_list)
        for label, owner in _CATALOGUE_OF_NAMES.items():
            texts = {*names_of(apps.get_app_config(label)), *(texts_in_data() if label == "flows_app" else ())}
            with (Path(apps.get_app_config(owner).path) / "locale" / "django.pot").open("a") as template:
                template.writelines(f'\nmsgid {normalize(text)}\nmsgstr ""\n' for text in sorted(texts))


def catalogues() -> Iterator[Path]:
    """Yields those below the current directory, where Django puts them."""
    for folder in ("flows_app", "conversations_app", "soniplatform", "templates"):
        yield from sorted(Path(folder).rglob("django.po"))


def _compile(path: Path) -> None:
    with path.open("rb") as written, path.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(written))
