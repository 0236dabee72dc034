from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.choosing.term_hashes import Terms, words_and_characters
from conversations_app.understanding.encoders import Vectors

# Every term lands in one of these places, with a sign of its own, so that two terms in one place cancel out on average.
# With 1,024 the results equal those of a whole vocabulary (BANKING77, CLINC150), at a thirtieth of its size.
PLACES = 1024
# How rare a term is, is counted more finely.
_COUNTED_BITS = 16
COUNTED = 1 << _COUNTED_BITS


class TermVectors:
    """TF-IDF of words and of characters, each half of the whole, in vectors of one short length.

    Terms that no example has stay out of a vector but count for its length: the more of a message is foreign to the
    bot, the less it resembles any example.
    """

    dimensions = PLACES

    def __init__(self, rarity: Vectors):
        """`rarity` is 0 for terms that no example has."""
        self.rarity = rarity
        self._most = float(rarity.max(initial=0.0)) or 1.0

    @classmethod
    def learnt(cls, texts: Sequence[str]) -> tuple["TermVectors", NDArray[np.float16]]:
        """Learns from the examples, and gives their vectors."""
        terms = [words_and_characters(text) for text in texts]
        seen = np.zeros(COUNTED, dtype=np.int64)
        for parts in terms:
            for part in parts:
                seen[np.unique(_counted_at(part))] += 1
        rarity = np.where(seen, np.log((1 + len(texts)) / (1 + seen)) + 1, 0)
        learnt = cls(rarity.astype(np.float32))
        vectors = np.empty((len(texts), PLACES), dtype=np.float16)
        for row, parts in zip(vectors, terms, strict=True):
            row[:] = learnt._vector(parts)
        return learnt, vectors

    def encode(self, text: str) -> Vectors:
        return self._vector(words_and_characters(text))

    def _vector(self, parts: Sequence[Terms]) -> Vectors:
        vector = np.zeros(PLACES, dtype=np.float64)
        for terms in parts:
            vector += self._part(terms)
        return np.asarray(vector / np.sqrt(len(parts)), dtype=np.float32)

    def _part(self, terms: Terms) -> NDArray[np.floating]:
        rarity = self.rarity[_counted_at(terms)]
        often = 1 + np.log(terms.counts)
        length = np.linalg.norm(often * np.where(rarity, rarity, self._most)) or 1.0
        signs = np.where(terms.hashes & PLACES, 1.0, -1.0)
        values = signs * often * rarity / length
        return np.bincount(terms.hashes % PLACES, values, minlength=PLACES).astype(np.float64)


def _counted_at(terms: Terms) -> NDArray[np.uint32]:
    return terms.hashes >> np.uint32(32 - _COUNTED_BITS)
