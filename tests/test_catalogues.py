"""The admin's Spanish: complete, compiled, and with the same placeholders as the English."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
FOLDERS = ("flows_app", "conversations_app", "soniplatform", "templates")
CATALOGUES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("django.po"))
# Placeholders of Python and of templates, and tags: a translation keeps them.
_KEPT = re.compile(r"%\(\w+\)s|\{[^{}]*\}|<[^<>]+>")

of_each = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT).parents[3]))


def read(path: Path) -> Catalog:
    with path.open("rb") as written:
        return read_po(written)


def forms(text: Any) -> tuple[str, ...]:
    """A text without plural forms has one."""
    return (text,) if isinstance(text, str) else tuple(text)


def translations(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {forms(message.id): forms(message.string) for message in catalogue if message.id}


def test_every_app_has_one() -> None:
    folders = {str(path.relative_to(ROOT).parents[3]) for path in CATALOGUES}

    assert folders == {*FOLDERS, "soniplatform/demo_bank"}


@of_each
def test_nothing_is_untranslated_or_doubtful(path: Path) -> None:
    catalogue = read(path)

    assert [english for english, spanish in translations(catalogue).items() if not all(spanish)] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert list(catalogue.obsolete) == []


@of_each
def test_placeholders_and_tags_are_kept(path: Path) -> None:
    """In plural forms too: none of them leaves the number out."""
    for english, spanish in translations(read(path)).items():
        wanted = Counter(_KEPT.findall(english[0]))
        assert [Counter(_KEPT.findall(text)) for text in (*english, *spanish)] == [wanted] * len((*english, *spanish))


def test_one_text_is_translated_in_one_way() -> None:
    """Django merges all catalogues: of two translations one would win everywhere."""
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for path in CATALOGUES:
        for english, spanish in translations(read(path)).items():
            found.setdefault(english, set()).add(spanish)

    assert {english: ways for english, ways in found.items() if len(ways) > 1} == {}


@of_each
def test_what_is_compiled_is_what_is_written(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as compiled:
        assert translations(read_mo(compiled)) == translations(read(path)), "Run `make messages`."


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
def test_catalogues_have_exactly_what_the_admin_shows(tmp_path: Path) -> None:
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    environment = {"PATH": "/usr/bin:/bin", "SONI_DATA_DIR": str(tmp_path / "data")}
    subprocess.run([sys.executable, "manage.py", "makemessages"], cwd=tmp_path, env=environment, check=True)

    for path in CATALOGUES:
        found = translations(read(tmp_path / path.relative_to(ROOT)))
        assert found.keys() == translations(read(path)).keys(), "Run `make messages`, and translate what is new."
