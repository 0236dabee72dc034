import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.sentence import Sentence
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Answers, alternatives

# A yes answers whatever was asked: alone it says nothing of a slot, unless the slot was asked for.
_OPENING, _FURTHER_ON = 0.45, 0.3
_WORD = re.compile(r"[a-z']{2,}")


@dataclass(frozen=True)
class _Patterns:
    said: re.Pattern[str]
    yes: frozenset[str]
    uhm: frozenset[str]
    wanted: re.Pattern[str]
    unwanted: frozenset[str]
    prefixes: frozenset[str]


def _patterns(sentence: Sentence) -> _Patterns:
    return _patterns_of(part_of(sentence.language, Answers), mixed(Answers, sentence.language))


@lru_cache
def _patterns_of(own: Answers, joined: Answers) -> _Patterns:
    how = alternatives({*joined.wanted, *joined.unwanted})
    articles = joined.articles
    return _Patterns(
        said=re.compile(rf"(?<![\w'])(?:{alternatives({*own.yes, *own.no})})(?![\w'])"),
        yes=frozenset(own.yes),
        uhm=joined.uhm,
        wanted=re.compile(rf"\b(?P<how>{how})(?: (?:{articles}))?(?: [a-z]+)? (?P<what>[a-z]{{4,}})\b"),
        unwanted=frozenset(joined.unwanted),
        prefixes=joined.asking_prefixes,
    )


def find_booleans(slot: SlotDefinition, sentence: Sentence) -> list[FoundValue]:
    """Yes or no; or “without parking”, for a slot called `parking`."""
    said = longest_first(_said(sentence))
    return [*_wanted(slot, sentence), *said]


def _said(sentence: Sentence) -> Iterator[FoundValue]:
    patterns = _patterns(sentence)
    for match in patterns.said.finditer(sentence.plain):
        certainty = _OPENING if match.start() <= _opening(sentence, patterns.uhm) else _FURTHER_ON
        yield sentence.found(match.group() in patterns.yes, match.start(), match.end(), certainty)


def _opening(sentence: Sentence, uhm: frozenset[str]) -> int:
    """Where an answer begins, behind an “uhm,”."""
    return next((match.start() for match in _WORD.finditer(sentence.plain) if match.group() not in uhm), 0)


def _wanted(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    patterns = _patterns(sentence)
    words = {singular(word) for word in fold(slot.name).split("_")} - patterns.prefixes
    for match in patterns.wanted.finditer(sentence.plain):
        if singular(match["what"]) in words:
            yield sentence.found(match["how"] not in patterns.unwanted, match.start(), match.end(), 0.75)
