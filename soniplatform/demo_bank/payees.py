"""Whom somebody means by a name as people type it: “ana”, “GARCIA”, “lius”."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

# Two letters that changed places pass; another name does not.
_ALIKE = 0.7


def matching(wanted: str, names: Sequence[str]) -> list[str]:
    """The whole name; or else all that have each of its words; or else all that have words much like them."""
    words = _plain(wanted).split()
    if whole := [name for name in names if _plain(name).split() == words]:
        return whole
    return [name for name in names if _has(name, words)] or [name for name in names if _nearly_has(name, words)]


def _has(name: str, words: Sequence[str]) -> bool:
    return bool(words) and set(words) <= set(_plain(name).split())


def _nearly_has(name: str, words: Sequence[str]) -> bool:
    own = _plain(name).split()
    return bool(words) and all(get_close_matches(word, own, cutoff=_ALIKE) for word in words)


def _plain(text: str) -> str:
    """Small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
