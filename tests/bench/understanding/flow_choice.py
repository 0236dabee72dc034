"""Evaluation of data sets of requests with their intents: each intent becomes a flow."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.choosing.softmax import Softmax
from conversations_app.understanding.choosing.term_vectors import TermVectors
from tests.bench.understanding.figures import Run

Examples = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Messages:
    """Messages with the flow that each is meant for; none if it is out of scope."""

    texts: Sequence[str]
    flows: Sequence[str | None]
    vectors: NDArray[np.float32]

    @classmethod
    def encoded(cls, messages: Sequence[tuple[str, str | None]], run: Run, title: str) -> "Messages":
        texts = [text for text, _ in messages]
        return cls(texts, [flow for _, flow in messages], run.encode(texts, title))

    def meant_for(self, flows: Sequence[str]) -> "Messages":
        """Keeps the messages for one of these flows, and those out of scope."""
        kept = [at for at, flow in enumerate(self.flows) if flow is None or flow in flows]
        return Messages([self.texts[at] for at in kept], [self.flows[at] for at in kept], self.vectors[kept])


@dataclass(frozen=True)
class Judged:
    """For each message: how sure the choice was, whether it was right, and whether any flow was."""

    confidence: NDArray[np.float64]
    is_right: NDArray[np.bool_]
    is_in_scope: NDArray[np.bool_]

    @property
    def accuracy(self) -> float:
        """Share of right choices for messages that are meant for a flow, in per cent."""
        return float(self.is_right[self.is_in_scope].mean()) * 100

    @property
    def auroc(self) -> float:
        """How often a message in scope gets more confidence than one out of scope, in per cent."""
        outside = np.sort(self.confidence[~self.is_in_scope])
        inside = self.confidence[self.is_in_scope]
        below = np.searchsorted(outside, inside, "left") + np.searchsorted(outside, inside, "right")
        return float(below.mean()) / 2 / len(outside) * 100

    def right_from(self, threshold: float) -> float:
        return float((self.is_right & (self.confidence >= threshold))[self.is_in_scope].mean()) * 100

    def rejected_below(self, threshold: float) -> float:
        return float((self.confidence < threshold)[~self.is_in_scope].mean()) * 100


def drawn(examples: Examples, count: int, seed: int) -> dict[str, list[str]]:
    """A few examples of each intent."""
    chance = random.Random(seed)  # noqa: S311 - the same draw each time, nothing secret
    return {intent: chance.sample(sorted(examples[intent]), count) for intent in sorted(examples)}


def judged(examples: Examples, messages: Messages, run: Run, title: str) -> Judged:
    """Judges the choices of the platform's chooser."""
    sentences = [text for texts in examples.values() for text in texts]
    rows = np.split(run.encode(sentences, title), np.cumsum([len(texts) for texts in examples.values()])[:-1])
    chooser = FlowChooser.fitted(dict(zip(examples, rows, strict=True)), examples)
    pairs = run.progress(list(zip(messages.texts, messages.vectors, strict=True)), f"{title}: choosing")
    best = [chooser.rank(text, vector)[0] for text, vector in pairs]
    return _judged([one.flow for one in best], [one.confidence for one in best], messages)


def judged_by_terms(examples: Examples, messages: Messages) -> Judged:
    """Judges the plain method: softmax regression on TF-IDF, with its probability as confidence."""
    flows = sorted(examples)
    terms, rows = TermVectors.learnt([text for flow in flows for text in examples[flow]])
    owners = np.repeat(np.arange(len(flows)), [len(examples[flow]) for flow in flows])
    model = Softmax.fitted(rows, owners, len(flows))
    chances = np.array([model(terms.encode(text)) for text in messages.texts])
    return _judged([flows[at] for at in chances.argmax(axis=1)], chances.max(axis=1).tolist(), messages)


def _judged(flows: Sequence[str], confidence: Sequence[float], messages: Messages) -> Judged:
    return Judged(
        np.array(confidence),
        np.array([flow == meant for flow, meant in zip(flows, messages.flows, strict=True)]),
        np.array([meant is not None for meant in messages.flows]),
    )


def mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
