from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.choosing.choice import Candidate
from conversations_app.understanding.choosing.example_space import ExampleSpace
from conversations_app.understanding.choosing.neighbours import MOST_EXAMPLES, Neighbours, fitted_votes
from conversations_app.understanding.choosing.softmax import Softmax, probabilities
from conversations_app.understanding.choosing.stored import Parts
from conversations_app.understanding.choosing.term_vectors import TermVectors
from conversations_app.understanding.encoders import Vectors, encoder

# Weight of wording beside meaning: in the features of the regression, in the nearest centre, in the confidence.
_IN_FEATURES = 0.5
_IN_CENTRES = 0.5
_IN_CONFIDENCE = 0.25
# Weight of the probability beside the similarity.
_PROBABILITY = 0.3
# Turns similarities into probabilities as long as nothing is fitted; with 6 the threshold for fitted bots holds too.
_SHARPNESS = 6.0
# Weight of the neighbours' votes beside the softmax regression.
_VOTES = np.float32(10)
_LEAST = np.float32(1e-12)
_RANKED = 5

_Float = TypeVar("_Float", np.float16, np.float32)


class FlowChooser:
    """Ranks a bot's flows by how well a message fits their examples, in meaning and in wording.

    Until it is fitted, the flow with the nearest centre is the best. Ranking changes nothing: threads may share one.
    """

    def __init__(self, parts: Parts):
        starts = np.cumsum([0, *parts.sizes])
        self.flows = parts.flows
        self._parts = parts
        self._meaning = ExampleSpace(parts.meanings, starts)
        self._wording = ExampleSpace(parts.wordings, starts)
        self._neighbours = _neighbours(parts)

    @classmethod
    def untrained(cls, examples: Mapping[str, Vectors], texts: Mapping[str, Sequence[str]]) -> Self:
        """`examples` are the vectors of the `texts`, flow by flow; flows without any are left out."""
        return cls(_parts(examples, texts))

    @classmethod
    def fitted(cls, examples: Mapping[str, Vectors], texts: Mapping[str, Sequence[str]]) -> Self:
        parts = _parts(examples, texts)
        if len(parts.flows) < 2:
            return cls(parts)
        owners, count = np.repeat(np.arange(len(parts.flows)), parts.sizes), len(parts.flows)
        rows = _features(parts.meanings, parts.wordings)
        votes = fitted_votes(rows, owners, count) if len(rows) <= MOST_EXAMPLES else None
        return cls(replace(parts, model=Softmax.fitted(rows, owners, count), votes=votes))

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Raises `NotAChooser`."""
        return cls(Parts.from_bytes(content))

    def to_bytes(self) -> bytes:
        return self._parts.to_bytes()

    def rank(self, text: str, vector: Vectors | None = None) -> list[Candidate]:
        """The best few. `vector` is the encoded text, if the caller has it already."""
        if not self.flows:
            return []
        meaning = encoder().encode([text])[0] if vector is None else vector.reshape(-1)
        wording = self._parts.terms.encode(text)
        chances = self._probabilities(meaning, wording)
        best = np.argsort(-self._leaning(chances, meaning, wording), kind="stable")[:_RANKED]
        return [self._candidate(int(flow), float(chances[flow]), meaning, wording) for flow in best]

    def _probabilities(self, meaning: Vectors, wording: Vectors) -> Vectors:
        if self._parts.model is not None:
            return self._parts.model(_features(meaning, wording))
        nearness = self._meaning.to_centres(meaning) + _IN_CENTRES * self._wording.to_centres(wording)
        return probabilities(np.asarray(_SHARPNESS * nearness, dtype=np.float32))

    def _leaning(self, chances: Vectors, meaning: Vectors, wording: Vectors) -> Vectors:
        """Which flow is the best, the neighbours heard too. How sure that is they are not asked: a vote is loud even
        where no example is near.
        """
        if self._neighbours is None:
            return chances
        leaning: Vectors = np.log(chances + _LEAST) + _VOTES * self._neighbours(_features(meaning, wording))
        return leaning

    def _candidate(self, flow: int, probability: float, meaning: Vectors, wording: Vectors) -> Candidate:
        likeness = self._meaning.to_flow(meaning, flow) + _IN_CONFIDENCE * self._wording.to_flow(wording, flow)
        confidence = likeness / (1 + _IN_CONFIDENCE) + _PROBABILITY * self._beyond_chance(probability)
        return Candidate(self.flows[flow], min(max(confidence / (1 + _PROBABILITY), 0.0), 1.0), probability)

    def _beyond_chance(self, probability: float) -> float:
        """Scales how much the probability tells: nothing where there is only one flow, little where there are two."""
        count = len(self.flows)
        return (probability - 1 / count) / (1 - 1 / count) if count > 1 else 0.5


def _neighbours(parts: Parts) -> Neighbours | None:
    if parts.votes is None:
        return None
    return Neighbours(_features(parts.meanings, parts.wordings).astype(np.float32), parts.votes)


def _parts(examples: Mapping[str, Vectors], texts: Mapping[str, Sequence[str]]) -> Parts:
    flows = tuple(sorted(flow for flow in examples if len(examples[flow])))
    sizes = tuple(len(examples[flow]) for flow in flows)
    if sizes != tuple(len(texts.get(flow, ())) for flow in flows):
        raise ValueError("Each example needs its text and its vector.")
    sentences = [text for flow in flows for text in texts[flow]]
    terms, wordings = TermVectors.learnt(sentences)
    meanings = np.vstack([examples[flow] for flow in flows]) if flows else np.empty((0, 0))
    return Parts(flows, sizes, terms, meanings.astype(np.float16), wordings)


def _features(meaning: NDArray[_Float], wording: NDArray[_Float]) -> NDArray[_Float]:
    return np.concatenate([meaning, _IN_FEATURES * wording], axis=-1)
