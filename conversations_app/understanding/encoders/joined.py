from collections.abc import Sequence

import numpy as np

from conversations_app.understanding.encoders.sentence_encoder import SentenceEncoder, Vectors, of_length_one


class JoinedEncoder:
    """Several encoders side by side: the similarity of two sentences is the mean of what each makes of them."""

    def __init__(self, *encoders: SentenceEncoder):
        self._encoders = encoders

    @property
    def name(self) -> str:
        return "+".join(encoder.name for encoder in self._encoders)

    @property
    def dimensions(self) -> int:
        return sum(encoder.dimensions for encoder in self._encoders)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return of_length_one(np.hstack([encoder.encode(texts) for encoder in self._encoders]))
