"""Encoders by the names that bots' settings have for them, each with the choosers that read by it."""

from dataclasses import dataclass
from functools import cache

from conversations_app.understanding.choosing import Candidate, FlowChooser
from conversations_app.understanding.encoders import (
    MiniLMEncoder,
    SentenceEncoder,
    Vectors,
    encoder,
    english_encoder,
)


class EnglishChooser(FlowChooser):
    """Reads a message as its examples were read: the vector that the caller has is of the encoder for all languages."""

    def rank(self, text: str, vector: Vectors | None = None) -> list[Candidate]:
        return super().rank(text, english_encoder().encode([text])[0])


@dataclass(frozen=True)
class Reader:
    encoder: SentenceEncoder
    chooser: type[FlowChooser]


@cache
def reader_called(name: str) -> Reader:
    """Where it is not installed, the one that always is."""
    if name == "minilm" and MiniLMEncoder.is_installed():
        return Reader(english_encoder(), EnglishChooser)
    return Reader(encoder(), FlowChooser)
