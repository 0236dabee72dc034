"""A chooser as bytes, for a column of the database: plain arrays in a zip, nothing that could run."""

import json
import zlib
from dataclasses import dataclass
from io import BytesIO
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.choosing.neighbours import MOST_EXAMPLES
from conversations_app.understanding.choosing.softmax import Softmax
from conversations_app.understanding.choosing.term_vectors import COUNTED, PLACES, TermVectors
from conversations_app.understanding.encoders import Vectors

_FORMAT = 1
# A bot of 1,000 flows with ten examples each takes 40 MB.
_LARGEST = 400_000_000
_UNREADABLE = (
    ValueError,
    KeyError,
    TypeError,
    OSError,
    EOFError,
    RuntimeError,
    MemoryError,
    SyntaxError,
    OverflowError,
)
_BROKEN = (*_UNREADABLE, BadZipFile, zlib.error, TokenError)


class NotAChooser(ValueError):
    """Those bytes were not made by this version of the platform: fit anew."""


@dataclass(frozen=True)
class Parts:
    """Parts of a chooser."""

    flows: tuple[str, ...]
    sizes: tuple[int, ...]
    terms: TermVectors
    meanings: NDArray[np.float16]
    wordings: NDArray[np.float16]
    model: Softmax | None = None
    # Votes of the examples, for and against each flow.
    votes: Vectors | None = None

    def to_bytes(self) -> bytes:
        seen = np.flatnonzero(self.terms.rarity)
        learnt = {} if self.model is None else {"weights": self.model.weights, "offsets": self.model.offsets}
        if self.votes is not None:
            learnt["votes"] = self.votes
        stored = BytesIO()
        np.savez_compressed(
            stored,
            allow_pickle=False,
            format=np.array(_FORMAT),
            flows=np.frombuffer(json.dumps(self.flows).encode(), dtype=np.uint8),
            sizes=np.array(self.sizes, dtype=np.int32),
            seen=seen.astype(np.uint16),
            rarity=self.terms.rarity[seen],
            meanings=self.meanings,
            wordings=self.wordings,
            **learnt,
        )
        return stored.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "Parts":
        try:
            parts = cls._read(_arrays(content))
            parts._check()
        except _BROKEN as error:
            raise NotAChooser(str(error)) from error
        return parts

    @classmethod
    def _read(cls, arrays: dict[str, NDArray[Any]]) -> "Parts":
        if arrays["format"].item() != _FORMAT:
            raise ValueError("Another format.")
        rarity = np.zeros(COUNTED, dtype=np.float32)
        rarity[arrays["seen"]] = arrays["rarity"]
        weights, votes = arrays.get("weights"), arrays.get("votes")
        return cls(
            tuple(json.loads(arrays["flows"].tobytes())),
            tuple(arrays["sizes"].tolist()),
            TermVectors(rarity),
            arrays["meanings"].astype(np.float16),
            arrays["wordings"].astype(np.float16),
            None if weights is None else Softmax(_floats(weights), _floats(arrays["offsets"])),
            None if votes is None else _floats(votes),
        )

    def _check(self) -> None:
        """That all fit together, so that ranking can't fail."""
        rows, flows = sum(self.sizes), len(self.flows)
        floats: list[NDArray[Any]] = [self.meanings, self.wordings, self.terms.rarity]
        right = [
            all(isinstance(flow, str) for flow in self.flows),
            len(self.sizes) == flows and all(size > 0 for size in self.sizes),
            self.meanings.ndim == 2 and len(self.meanings) == rows,
            self.wordings.shape == (rows, PLACES),
        ]
        if self.model is not None:
            floats += [self.model.weights, self.model.offsets]
            right.append(self.model.weights.shape == (self.meanings.shape[1] + PLACES, flows))
            right.append(self.model.offsets.shape == (flows,))
        if self.votes is not None:
            floats.append(self.votes)
            right.append(self.votes.shape == (rows, flows) and self.model is not None and rows <= MOST_EXAMPLES)
        if not all(right) or not all(np.isfinite(array).all() for array in floats):
            raise ValueError("The arrays don't fit together.")


def _arrays(content: bytes) -> dict[str, NDArray[Any]]:
    with ZipFile(BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > _LARGEST:
            raise ValueError("Too large.")
    with np.load(BytesIO(content), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def _floats(array: NDArray[Any]) -> Vectors:
    return array.astype(np.float32)
