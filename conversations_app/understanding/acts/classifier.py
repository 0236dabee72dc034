import tomllib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.acts.reading import ACTS, Act, ActReading, Expecting
from conversations_app.understanding.choosing.softmax import Softmax
from conversations_app.understanding.encoders import UniversalSentenceEncoder, Vectors

_EXAMPLES = Path(__file__).with_name("examples.toml")
# Stronger than for flows: acts are judged by how sure they are, and no neighbours are asked.
_PULL = 0.1
_WEIGHTS = Path(__file__).with_name("weights.npz")
_CLASSES: tuple[Act | None, ...] = (*ACTS, None)
# How much likelier a yes or a no becomes by what was asked.
_ANSWERS_LIKELIER: dict[Expecting, float] = {"yes_or_no": 2.0, "value": 0.5, "nothing": 0.25}
_SURE_ENOUGH = 0.4


def read_meaning(vector: Vectors, expecting: Expecting) -> ActReading:
    """The act of a message by its vector from the universal sentence encoder."""
    chances = stored()(vector.reshape(-1)) * _leaning(expecting)
    chances /= chances.sum()
    best = int(chances.argmax())
    certainty = float(chances[best])
    return ActReading(_CLASSES[best] if certainty >= _SURE_ENOUGH else None, certainty)


def fit() -> Softmax:
    """Takes a second or two, most of it for encoding: so its result is kept in a file."""
    examples = tomllib.loads(_EXAMPLES.read_text(encoding="utf-8"))
    texts: list[list[str]] = [examples[act or "none"] for act in _CLASSES]
    classes = np.repeat(np.arange(len(texts)), [len(group) for group in texts])
    vectors = UniversalSentenceEncoder().encode([text for group in texts for text in group])
    return Softmax.fitted(vectors, classes, len(texts), _PULL)


def save() -> None:
    model = fit()
    np.savez(_WEIGHTS, weights=model.weights, offsets=model.offsets)


@cache
def stored() -> Softmax:
    with np.load(_WEIGHTS, allow_pickle=False) as arrays:
        return Softmax(arrays["weights"], arrays["offsets"])


@cache
def _leaning(expecting: Expecting) -> NDArray[np.float32]:
    likelier = _ANSWERS_LIKELIER[expecting]
    return np.array([likelier if act in ("affirm", "deny") else 1.0 for act in _CLASSES], dtype=np.float32)
