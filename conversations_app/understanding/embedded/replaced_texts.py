"""“Not Ana, Eva”: a text that was given, denied, and the one that takes its place."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.embedded.cues import folded_alike
from conversations_app.understanding.values import FoundValue
from conversations_app.understanding.values.folding import fold
from flows_app.languages import mixed
from flows_app.languages.parts import Denials

_VALUE = re.compile(r"[^,.;:!?]+")
_CERTAINTY = 0.9


@dataclass(frozen=True)
class _Patterns:
    denied: re.Pattern[str]
    denied_after: re.Pattern[str]
    between: re.Pattern[str]


@lru_cache
def _patterns(denials: Denials) -> _Patterns:
    before, behind = denials.before_a_name, denials.behind_a_name
    between = denials.between_names
    return _Patterns(
        re.compile(rf"\b(?:{before})\b[^,.;]{{0,20}}$"),
        re.compile(rf"\s+(?:{behind})\b"),
        re.compile(rf"(?:[\s,.;:-]|\b(?:{between})\b)+"),
    )


def find_replaced(text: str, given: Mapping[str, str], language: str) -> dict[str, FoundValue]:
    """By slot. `given`: the texts that the slots hold."""
    folded, patterns = folded_alike(text), _patterns(mixed(Denials, language))
    found = {}
    for slot, value in given.items():
        old = _named(value, folded)
        if old and (patterns.denied.search(folded, 0, old.start()) or patterns.denied_after.match(folded, old.end())):
            between = patterns.between.match(folded, old.end())
            new = _VALUE.match(text, between.end()) if between else None
            if new and new[0].strip():
                start = new.start()
                found[slot] = FoundValue(new[0].strip(), start, start + len(new[0].rstrip()), _CERTAINTY)
    return found


def _named(value: str, folded: str) -> re.Match[str] | None:
    """In full, or by its first word: “Ana” for Ana García."""
    names = [name for name in (fold(value), *fold(value).split()[:1]) if name]
    return next((found for name in names if (found := re.search(rf"\b{re.escape(name)}\b", folded))), None)
