"""What a question leads an answer to begin with: “Para…” behind “¿Para qué es?”, “The code's…” behind “The code?”."""

import re
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.units import about
from flows_app.flow_language import SlotDefinition, all_texts

# Each with what it is in the other language: a slot may be described in one and asked for in the other.
_PREPOSITIONS = ("for|para|por", "to|a|al", "with|con", "from|desde|de|del", "in|at|on|en")
_ASKING = "what|whom|who|which|where|que|quien|quienes|cual|donde"
_OWN_NAME = re.compile(
    r"(?:(?:the|my|our|its|el|la|mi|su|nuestr[oa]) )?(?P<noun>[a-z]+)(?:'s | (?:is|was|es|era|seria) | ?: ?)"
)


def names_the_slot(slot: SlotDefinition, said: str) -> re.Pattern[str] | None:
    """What `said` begins with if that is the name of what was asked for."""
    match = _OWN_NAME.match(said)
    return re.compile(re.escape(match.group())) if match and singular(match["noun"]) in about(slot) else None


def asked_with(slot: SlotDefinition) -> re.Pattern[str] | None:
    """The prepositions that the question has, as an answer begins with them."""
    return _prepositions((slot.description, *all_texts(slot.prompt)))


@lru_cache(maxsize=2048)
def _prepositions(texts: tuple[str, ...]) -> re.Pattern[str] | None:
    asked = [each for each in _PREPOSITIONS if any(_asks(each, fold(text)) for text in texts)]
    return re.compile(rf"(?:{'|'.join(asked)}) ") if asked else None


def _asks(preposition: str, text: str) -> bool:
    """Before its question word, or at the end: “for whom”, “what is it for?”."""
    return re.search(rf"\b(?:{preposition})(?: (?:{_ASKING})\b|\W*$)", text) is not None
