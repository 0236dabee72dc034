from importlib import import_module
from pathlib import Path

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
