"""How often something happens: “every month”, “mensualmente” and “todos los meses” are one thing."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from flows_app.languages import mixed
from flows_app.languages.parts import Recurrence

_UNITS = ("day", "week", "fortnight", "month", "quarter", "year", "hour")


def recurrences(folded: str, language: str) -> Iterator[tuple[str, int, int]]:
    """Each with its place."""
    for unit, pattern in _patterns(mixed(Recurrence, language)).items():
        for match in pattern.finditer(folded):
            yield unit, *match.span()


@lru_cache
def _patterns(known: Recurrence) -> Mapping[str, re.Pattern[str]]:
    return {
        unit: re.compile(rf"\b(?:(?:{known.each}) (?:{known.units[unit]})(?:e?s)?|{known.adverbs[unit]})\b")
        for unit in _UNITS
    }
