from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from conversations_app.understanding.encoders.sentence_encoder import SentenceEncoder, Vectors

_REMEMBERED = 500


class RememberingEncoder:
    """Another encoder, and the sentences that it was asked for last.

    Only sentences that come alone are remembered: a message is asked for by one reader after the other, and people keep
    saying the same things. Examples come in crowds, once.
    """

    def __init__(self, encoder: SentenceEncoder, remembered: int = _REMEMBERED):
        self._encoder = encoder
        self._most = remembered
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        if len(texts) != 1:
            return self._encoder.encode(texts)
        text = texts[0]
        with self._lock:
            known = self._vectors.pop(text, None)
            if known is not None:
                self._vectors[text] = known
        if known is None:
            known = self._encoder.encode(texts)[0]
            self._remember(text, known)
        return known[np.newaxis].copy()

    def _remember(self, text: str, vector: Vectors) -> None:
        with self._lock:
            self._vectors[text] = vector
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)
