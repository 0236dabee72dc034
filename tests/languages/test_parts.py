"""Every language's folder holds what the platform reads, in the way it reads it."""

import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest

from conversations_app.understanding.values.clock_phrases import MEANINGS as TIMES
from conversations_app.understanding.values.day_phrases import MEANINGS as DAYS
from flows_app import languages
from flows_app.languages import known_languages, own_part, parts, register_languages, unregister_languages
from flows_app.languages.parts import Dates, Phrase, Times
from tests.support import languages as of_a_plugin

TEXTS = ("patterns", "widget", "refusals")
FOLDERS = [
    *(f"{languages.__name__}.{code}" for code in ("en", "es", "und")),
    f"{of_a_plugin.__name__}.de",
]
VERBOSE = ("cues", "doubts")


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_module_is_a_part_by_the_name_of_its_class_or_texts(folder: str) -> None:
    for name, value in constants(folder):
        if name in TEXTS:
            assert all(isinstance(text, str) and text for text in value.values()), name
            assert value.keys() <= english(name).keys(), f"{folder}.{name} has texts that nobody says"
        else:
            assert isinstance(value, getattr(parts, name.capitalize())), name


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_regular_expression_can_be_compiled(folder: str) -> None:
    for name, value in constants(folder):
        flags = re.VERBOSE if name in VERBOSE else re.NOFLAG
        for field in fields(value) if name not in TEXTS else ():
            if field.type is parts.Regex and name != "samples":
                re.compile(f"(?:{getattr(value, field.name)})", flags)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_phrase_means_something(folder: str) -> None:
    for name, value in constants(folder):
        for phrase in phrases(value):
            assert phrase.means in (DAYS if name == "dates" else TIMES), phrase
            assert 0 < phrase.certainty <= 1
            re.compile(phrase.pattern)


@pytest.mark.parametrize("folder", FOLDERS)
def test_words_are_folded(folder: str) -> None:
    """But where the accent tells something, and what is typed into forms as it is."""
    for name, value in constants(folder):
        for field in fields(value) if name not in (*TEXTS, "samples", "about") else ():
            words = getattr(value, field.name)
            if isinstance(words, frozenset) and not field.name.startswith("typed"):
                assert all(word == word.lower() for word in words if isinstance(word, str)), field.name


def test_english_has_every_part_and_every_text() -> None:
    kinds = {name for name, kind in vars(parts).items() if hasattr(kind, "__dataclass_fields__")} - {"Order"}

    assert {name.capitalize() for name, _ in constants(FOLDERS[0]) if name not in TEXTS} == kinds


def test_the_folders_are_the_languages() -> None:
    assert known_languages() == ("en", "es", "und")

    register_languages(of_a_plugin.__name__)
    assert known_languages() == ("en", "de", "es", "und")
    assert own_part("de-AT", Dates)
    assert own_part("de", Times) is None

    unregister_languages(of_a_plugin.__name__)
    assert own_part("de", Dates) is None


def constants(folder: str) -> Iterator[tuple[str, Any]]:
    for module in pkgutil.iter_modules(import_module(folder).__path__):
        yield module.name, getattr(import_module(f"{folder}.{module.name}"), module.name.upper())


def phrases(value: Any) -> tuple[Phrase, ...]:
    return (*value.phrases, *getattr(value, "bare", ())) if isinstance(value, Dates | Times) else ()


def english(name: str) -> Mapping[str, str]:
    return dict(constants(FOLDERS[0]))[name]  # type: ignore[no-any-return]
