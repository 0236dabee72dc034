from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

# Messages to a bot fit in; the rest of a wall of text tells little more and costs a worker up to 0.2 s.
LONGEST_TEXT = 600


class SentenceEncoder(Protocol):
    """Turns sentences into vectors of length one: the closer the meaning, the larger their dot product."""

    @property
    def name(self) -> str:
        """Vectors of encoders with different names can't be compared."""
        ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row a text."""
        ...


def of_length_one(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
