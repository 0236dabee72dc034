"""Dialogue acts: what people say about the conversation itself, whatever the bot is about."""

import re

from conversations_app.understanding.acts.classifier import read_meaning
from conversations_app.understanding.acts.phrases import read_phrases
from conversations_app.understanding.acts.reading import ACTS, Act, ActReading, Expecting
from conversations_app.understanding.encoders import Vectors, encoder

__all__ = ["ACTS", "Act", "ActReading", "Expecting", "read_act"]

_FIRST_SENTENCE = re.compile(r"\s*(.+?[.!?])\s+(?=\S)(.*)", re.DOTALL)


def read_act(text: str, *, language: str, expecting: Expecting, vector: Vectors | None = None) -> ActReading:
    """The sure short phrases first, then the meaning.

    `vector` is the text as `encoder()` gives it, if it is known already; `language` the bot's own, such as “es-MX”.
    """
    if not text.strip():
        return ActReading(None, 1.0)
    known = read_phrases(text, language, expecting)
    if known is not None:
        return known
    whole = read_meaning(encoder().encode([text]) if vector is None else vector, expecting)
    if whole.act is None and expecting == "yes_or_no":
        return _answer_in_first_sentence(text) or whole
    return whole


def _answer_in_first_sentence(text: str) -> ActReading | None:
    """Finds a yes or no in the first sentence: “That would be great. And their address?” is a yes with more."""
    parts = _FIRST_SENTENCE.match(text)
    if parts is None:
        return None
    first = read_meaning(encoder().encode([parts[1]]), "yes_or_no")
    return ActReading(first.act, first.certainty, parts[2].strip()) if first.act in ("affirm", "deny") else None
