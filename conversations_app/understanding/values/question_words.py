"""Words of a question that an answer may repeat: “Para…” behind “¿Para qué es?”, “The code's…” behind “The code?”."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.units import about
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.languages import mixed
from flows_app.languages.parts import Slots


@dataclass(frozen=True)
class _Patterns:
    own_name: re.Pattern[str]
    # Each in all languages: a slot may be described in one and asked for in the other.
    prepositions: tuple[str, ...]
    asking: str


@lru_cache
def _patterns(slots: Slots) -> _Patterns:
    determiners, copulas = slots.determiners, slots.copulas
    attached = slots.copulas_attached
    return _Patterns(
        re.compile(rf"(?:(?:{determiners}) )?(?P<noun>[a-z]+)(?:(?:{attached}) | (?:{copulas}) | ?: ?)"),
        tuple(slots.prepositions.values()),
        slots.asking,
    )


def names_the_slot(slot: SlotDefinition, said: str, language: str) -> re.Pattern[str] | None:
    """Gives a pattern for the beginning of `said`, if that is the name of what was asked for."""
    match = _patterns(mixed(Slots, language)).own_name.match(said)
    is_it = match is not None and singular(match["noun"]) in about(slot, language)
    return re.compile(re.escape(match.group())) if match and is_it else None


def asked_with(slot: SlotDefinition, language: str) -> re.Pattern[str] | None:
    """Gives a pattern for the prepositions of the question, as an answer begins with them."""
    return _prepositions((slot.description, *all_texts(slot.prompt)), mixed(Slots, language))


@lru_cache(maxsize=2048)
def _prepositions(texts: tuple[str, ...], slots: Slots) -> re.Pattern[str] | None:
    patterns = _patterns(slots)
    asked = [each for each in patterns.prepositions if any(_asks(each, fold(text), patterns.asking) for text in texts)]
    return re.compile(rf"(?:{'|'.join(asked)}) ") if asked else None


def _asks(preposition: str, text: str, asking: str) -> bool:
    """Tells whether a question asks with the preposition: “for whom”, “what is it for?”."""
    return re.search(rf"\b(?:{preposition})(?: (?:{asking})\b|\W*$)", text) is not None
