"""Texts with variants: one a language, and several variations of each."""

import zlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from flows_app.flow_language.base import Language
from flows_app.limits import MESSAGE_LENGTH, VARIATIONS_PER_TEXT

OneText = Annotated[str, Field(min_length=1, max_length=MESSAGE_LENGTH)]
Variations = Annotated[list[OneText], Field(min_length=1, max_length=VARIATIONS_PER_TEXT)]
Text = Annotated[
    OneText | Variations | Annotated[dict[Language, OneText | Variations], Field(min_length=1)],
    Field(title="text", description="A text; or several, of which one is taken; or one of these for each language."),
]


def variations(text: "Text", language: str) -> list[str]:
    """Gives the wordings in the language asked for (`es` serves `es-MX`), else in English, else in the first one
    alphabetically.

    Not the first as written: a database need not keep the order of a mapping's keys.
    """
    if isinstance(text, dict):
        text = text.get(language) or text.get(language.partition("-")[0]) or text[fallback_language(text)]
    return text if isinstance(text, list) else [text]


def fallback_language(text: Mapping[str, object]) -> str:
    return "en" if "en" in text else min(text)


def choose(count: int, occasion: str) -> int:
    """Which variation an occasion gets: the same when its turn is repeated."""
    return zlib.crc32(occasion.encode()) % count


def all_texts(text: "Text | None") -> Iterator[str]:
    """Every wording, for checks."""
    if isinstance(text, dict):
        for variant in text.values():
            yield from all_texts(variant)
    elif isinstance(text, list):
        yield from text
    elif text is not None:
        yield text


def languages_of(text: "Text | None") -> set[str]:
    return set(text) if isinstance(text, dict) else set()


def by_language(text: Any, main: str) -> dict[str, Any]:
    """The variants of a text, right or wrong, without empty ones. A plain text is the main language's."""
    variants = text if isinstance(text, Mapping) else {main: text}
    return {language: variant for language, variant in variants.items() if _is_written(variant)}


def wordings(variant: Any) -> list[str]:
    """Gives the wordings of one language, without empty ones and those that are no text."""
    several = variant if isinstance(variant, list) else [variant]
    return [wording for wording in several if isinstance(wording, str) and wording]


def source_of(text: Any, language: str, main: str) -> list[str]:
    """Gives the wordings to translate from: those of the main language, else those of the fallback language."""
    others = {spoken: variant for spoken, variant in by_language(text, main).items() if spoken != language}
    if not others:
        return []
    return wordings(others[main] if main in others else others[fallback_language(others)])


def with_variant(text: Any, language: str, main: str, variant: list[str]) -> Any:
    """The text with other wordings in a language. A plain text becomes one for each language; nothing else is lost."""
    written = variant[0] if len(variant) == 1 else variant
    variants = {**by_language(text, main), language: written}
    return written if variants.keys() == {main} else variants


def _is_written(variant: Any) -> bool:
    return bool(wordings(variant))
