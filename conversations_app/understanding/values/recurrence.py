"""How often something happens: “every month”, “mensualmente” and “todos los meses” are one thing."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from flows_app.languages import mixed_parts
from flows_app.languages.parts import Recurrence, either

_UNITS = ("day", "week", "fortnight", "month", "quarter", "year", "hour")


def recurrences(folded: str, language: str) -> Iterator[tuple[str, int, int]]:
    """Each with its place."""
    for unit, pattern in _patterns(mixed_parts(Recurrence, language)).items():
        for match in pattern.finditer(folded):
            yield unit, *match.span()


@lru_cache
def _patterns(parts: tuple[Recurrence, ...]) -> Mapping[str, re.Pattern[str]]:
    each = either(part.each for part in parts)
    return {unit: _pattern(unit, each, parts) for unit in _UNITS}


def _pattern(unit: str, each: str, parts: tuple[Recurrence, ...]) -> re.Pattern[str]:
    units = either(part.units.get(unit, "") for part in parts)
    adverbs = either(part.adverbs.get(unit, "") for part in parts)
    return re.compile(rf"\b(?:(?:{each}) (?:{units})(?:e?s)?|{adverbs})\b")
