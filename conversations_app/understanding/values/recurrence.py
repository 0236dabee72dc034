"""How often something happens: “every month”, “mensualmente” and “todos los meses” are one thing."""

import re
from collections.abc import Iterator

_UNITS = {
    "day": "day|dia",
    "week": "week|semana",
    "fortnight": "fortnight|quincena|two weeks|2 weeks|dos semanas|2 semanas|quince dias|15 dias|other week",
    "month": "month|mes",
    "quarter": "quarter|trimestre|three months|3 months|tres meses|3 meses",
    "year": "year|ano",
    "hour": "hour|hora",
}
_ADVERBS = {
    "day": "daily|diari[oa](?:mente)?",
    "week": "weekly|semanal(?:es|mente)?",
    "fortnight": "fortnightly|biweekly|quincenal(?:es|mente)?",
    "month": "monthly|mensual(?:es|mente)?",
    "quarter": "quarterly|trimestral(?:es|mente)?",
    "year": "yearly|annual(?:ly)?|anual(?:es|mente)?",
    "hour": "hourly",
}
_EACH = r"(?:every|each|per|once an?|once every|once per|cada|tod[oa]s l[oa]s|una vez a la|una vez al|al|a la|por)"


def _pattern(unit: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_EACH} (?:single )?(?:{_UNITS[unit]})(?:e?s)?|{_ADVERBS[unit]})\b")


_PATTERNS = {unit: _pattern(unit) for unit in _UNITS}


def recurrences(folded: str) -> Iterator[tuple[str, int, int]]:
    """Each with its place."""
    for unit, pattern in _PATTERNS.items():
        for match in pattern.finditer(folded):
            yield unit, *match.span()
