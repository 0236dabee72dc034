"""Texts that show what a language looks like: our own phrases, and Django's translations into a hundred."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.utils.translation import to_locale

from conversations_app.understanding.acts.lexicon import phrases_in
from flows_app.languages import own_part, without_region
from flows_app.languages.parts import Samples

_DJANGO = Path(django.__file__).parent
# Every catalogue has the English originals of its translations.
_TRANSLATED_FROM, _ANY_OTHER = "en", "es"
# Each of the chat's words counts as if it stood in so many phrases.
_AS_OFTEN = 5
_PLACEHOLDER = re.compile(r"%\(\w+\)\w|%\w|<[^>]+>|\{[^}]*\}|&\w+;")


def samples_of(language: str) -> Iterator[str]:
    """Nothing if the language is known neither to us nor to Django."""
    yield from phrases_in(language)
    samples = own_part(language, Samples)
    yield from [samples.words if samples else ""] * _AS_OFTEN
    for text in _translations(language):
        yield _PLACEHOLDER.sub(" ", text)


def _translations(language: str) -> Iterator[str]:
    is_source = without_region(language) == _TRANSLATED_FROM
    for path in _catalogues(_ANY_OTHER if is_source else language):
        with path.open("rb") as file:
            catalogue: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for source, translation in catalogue.items():
            text = source[0] if isinstance(source, tuple) else source
            if text:  # the empty one stands for the file's own header
                yield text.partition("\x04")[2] or text if is_source else translation


def _catalogues(language: str) -> list[Path]:
    for locale in (to_locale(language), to_locale(language).partition("_")[0]):
        within = f"locale/{locale}/LC_MESSAGES/django.mo"
        if found := [*_DJANGO.glob(f"conf/{within}"), *sorted(_DJANGO.glob(f"contrib/*/{within}"))]:
            return found
    return []
