import re
from collections.abc import Iterator
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.languages import vocabulary_of
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.vocabulary import alternatives, words
from flows_app.flow_language import SlotDefinition

# A yes answers whatever was asked: alone it says nothing of a slot, unless the slot was asked for.
_OPENING, _FURTHER_ON = 0.45, 0.3
_WANTED = re.compile(
    r"\b(?P<how>with|want|need|add|include|including|con|quiero|quisiera|necesito|incluye|incluir|without|no|not"
    r"|don't need|don't want|dont need|dont want|skip|sin|tampoco)(?: (?:any|an?|the|el|la|los|las|una?))?(?: [a-z]+)?"
    r" (?P<what>[a-z]{4,})\b"
)
_UNWANTED = frozenset(
    {"without", "no", "not", "don't need", "don't want", "dont need", "dont want", "skip", "sin", "tampoco"}
)
_PREFIXES = words("is has have want wants need needs with include includes tiene quiere con necesita es")


def find_booleans(slot: SlotDefinition, sentence: Sentence) -> list[FoundValue]:
    """Yes or no; or “without parking”, for a slot called `parking`."""
    said = longest_first(_said(sentence))
    return [*_wanted(slot, sentence), *said]


def _said(sentence: Sentence) -> Iterator[FoundValue]:
    for match in _pattern(sentence.language).finditer(sentence.plain):
        certainty = _OPENING if match.start() <= _opening(sentence) else _FURTHER_ON
        yield sentence.found(match.group() in sentence.vocabulary.yes, match.start(), match.end(), certainty)


def _opening(sentence: Sentence) -> int:
    """Where an answer begins, behind an “uhm,”."""
    return next((match.start() for match in re.finditer(r"[a-z']{2,}", sentence.plain) if match.group() not in _UHM), 0)


_UHM = frozenset({"uhm", "um", "umm", "uh", "hmm", "hm", "well", "so", "oh", "ah", "eh", "pues", "bueno", "mmm"})


def _wanted(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    words = {singular(word) for word in fold(slot.name).split("_")} - _PREFIXES
    for match in _WANTED.finditer(sentence.plain):
        if singular(match["what"]) in words:
            yield sentence.found(match["how"] not in _UNWANTED, match.start(), match.end(), 0.75)


@lru_cache
def _pattern(language: str) -> re.Pattern[str]:
    vocabulary = vocabulary_of(language)
    return re.compile(rf"(?<![\w'])(?:{alternatives(vocabulary.yes | vocabulary.no)})(?![\w'])")
