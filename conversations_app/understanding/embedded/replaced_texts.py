"""“Not Ana, Eva”: a text that was given, denied, and the one that takes its place."""

import re
from collections.abc import Mapping

from conversations_app.understanding.embedded.cues import folded_alike
from conversations_app.understanding.values import FoundValue
from conversations_app.understanding.values.folding import fold

_DENIED = re.compile(r"\b(?:not|isn't|isnt|wasn't|no|n't)\b[^,.;]{0,20}$")
_DENIED_AFTER = re.compile(r"\s+(?:no|not)\b")
_BETWEEN = re.compile(
    r"""(?:[\s,.;:-]
    | \b(?:but|no|not|it's|its|it|is|was|by\ the\ way|for|to|from|and|sino|es|era|para|a|al|de|la|el|que|y)\b)+""",
    re.VERBOSE,
)
_VALUE = re.compile(r"[^,.;:!?]+")
_CERTAINTY = 0.9


def find_replaced(text: str, given: Mapping[str, str]) -> dict[str, FoundValue]:
    """By slot. `given`: the texts that the slots hold."""
    folded = folded_alike(text)
    found = {}
    for slot, value in given.items():
        old = _named(value, folded)
        if old and (_DENIED.search(folded, 0, old.start()) or _DENIED_AFTER.match(folded, old.end())):
            between = _BETWEEN.match(folded, old.end())
            new = _VALUE.match(text, between.end()) if between else None
            if new and new[0].strip():
                start = new.start()
                found[slot] = FoundValue(new[0].strip(), start, start + len(new[0].rstrip()), _CERTAINTY)
    return found


def _named(value: str, folded: str) -> re.Match[str] | None:
    """In full, or by its first word: “Ana” for Ana García."""
    names = [name for name in (fold(value), *fold(value).split()[:1]) if name]
    return next((found for name in names if (found := re.search(rf"\b{re.escape(name)}\b", folded))), None)
