"""From sentences to vectors, offline: the weights come with the packages."""

from functools import cache

from conversations_app.understanding.encoders.joined import JoinedEncoder
from conversations_app.understanding.encoders.minilm import MiniLMEncoder
from conversations_app.understanding.encoders.remembering import RememberingEncoder
from conversations_app.understanding.encoders.sentence_encoder import SentenceEncoder, Vectors, of_length_one
from conversations_app.understanding.encoders.universal import UniversalSentenceEncoder

__all__ = [
    "JoinedEncoder",
    "MiniLMEncoder",
    "RememberingEncoder",
    "SentenceEncoder",
    "UniversalSentenceEncoder",
    "Vectors",
    "encoder",
    "english_encoder",
    "of_length_one",
]


@cache
def encoder() -> SentenceEncoder:
    """The process's own, for any language."""
    return RememberingEncoder(UniversalSentenceEncoder())


@cache
def english_encoder() -> SentenceEncoder:
    """For bots that speak English only, where the extra is installed: more exact, slower, larger."""
    return RememberingEncoder(JoinedEncoder(UniversalSentenceEncoder(), MiniLMEncoder()))
