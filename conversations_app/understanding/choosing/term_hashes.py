import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.encoders.sentence_encoder import LONGEST_TEXT

_WORD = re.compile(r"\w+")
_WORDS = (1, 2)
_CHARACTERS = (3, 4, 5)


@dataclass(frozen=True)
class Terms:
    """The terms of a text, each by its hash, and how often each occurs."""

    hashes: NDArray[np.uint32]
    counts: NDArray[np.float32]


def words_and_characters(text: str) -> tuple[Terms, Terms]:
    """Runs of words, and of characters within words: the latter forgive misspellings and endings."""
    words = _WORD.findall(_plain(text[:LONGEST_TEXT]))
    return _hashed(_runs_of_words(words)), _hashed(_runs_of_characters(words))


def _plain(text: str) -> str:
    """Without accents: many people write without."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _runs_of_words(words: list[str]) -> Iterator[str]:
    for length in _WORDS:
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])


def _runs_of_characters(words: list[str]) -> Iterator[str]:
    for word in words:
        padded = f"<{word}>"
        for length in _CHARACTERS:
            for start in range(len(padded) - length + 1):
                yield padded[start : start + length]


def _hashed(terms: Iterator[str]) -> Terms:
    counted = Counter(terms)
    hashes = np.fromiter((crc32(term.encode()) for term in counted), dtype=np.uint32, count=len(counted))
    return Terms(hashes, np.fromiter(counted.values(), dtype=np.float32, count=len(counted)))
