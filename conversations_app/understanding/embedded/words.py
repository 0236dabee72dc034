"""A message word by word, as people's spelling allows: case and accents do not count."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values import FoundValue
from conversations_app.understanding.values.folding import fold, singular

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True)
class Word:
    """Folded, and in a rough singular; with its place in the text."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=64)
def words_of(text: str) -> tuple[Word, ...]:
    return tuple(Word(singular(fold(found[0])), found.start(), found.end()) for found in _WORD.finditer(text))


def before(words: tuple[Word, ...], place: int, count: int) -> tuple[Word, ...]:
    """The last few that end before a place in the text."""
    return tuple(word for word in words if word.end <= place)[-count:] if count else ()


def after(words: tuple[Word, ...], place: int, count: int) -> tuple[Word, ...]:
    """The first few that start behind a place in the text."""
    return tuple(word for word in words if word.start >= place)[:count]


def share_of(text: str, found: FoundValue) -> float:
    """How many of the words a value takes up."""
    words = words_of(text)
    inside = [word for word in words if found.start <= word.start < found.end]
    return len(inside) / len(words) if words else 1.0
