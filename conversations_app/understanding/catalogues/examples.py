"""The examples of flows as vectors, and these as they are stored."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import accumulate

import numpy as np

from conversations_app.understanding.encoders import SentenceEncoder, Vectors

_TOGETHER = 256
_MARK_BYTES = 8


def encoded(texts: Mapping[str, Sequence[str]], encoder: SentenceEncoder) -> dict[str, Vectors]:
    """Many at a time, which takes a third as long as one by one."""
    sentences = [sentence for flow in texts.values() for sentence in flow]
    batches = [encoder.encode(sentences[at : at + _TOGETHER]) for at in range(0, len(sentences), _TOGETHER)]
    vectors = np.concatenate(batches) if batches else np.empty((0, encoder.dimensions), dtype=np.float32)
    ends = list(accumulate(len(flow) for flow in texts.values()))
    return dict(zip(texts, np.split(vectors, ends[:-1]), strict=True)) if texts else {}


def as_bytes(vectors: Vectors, texts: Sequence[str]) -> bytes:
    """In half precision, which changes similarities by less than 0.001; with a mark of the texts."""
    return _mark(texts) + vectors.astype("<f2").tobytes()


def from_bytes(content: bytes, texts: Sequence[str], dimensions: int) -> Vectors | None:
    """None if they were made of other texts: a newer platform may make others of the same flow."""
    mark = _mark(texts)
    if not content.startswith(mark):
        return None
    return np.frombuffer(content, dtype="<f2", offset=len(mark)).reshape(-1, dimensions).astype(np.float32)


def _mark(texts: Sequence[str]) -> bytes:
    return sha256("\n".join(texts).encode()).digest()[:_MARK_BYTES]
