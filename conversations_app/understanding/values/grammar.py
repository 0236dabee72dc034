import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages.parts import Phrase

Read = Callable[..., Any]


@dataclass(frozen=True)
class Rule:
    """A phrase, what it means, and how sure one can be of that. A meaning of None is none."""

    pattern: re.Pattern[str]
    # Takes the match, the sentence and the arguments.
    read: Read
    certainty: float
    arguments: tuple[int, ...] = ()


def rule(pattern: str, read: Read, certainty: float) -> Rule:
    return Rule(re.compile(pattern), read, certainty)


def rules_of(phrases: Iterable[Phrase], meanings: Mapping[str, Read]) -> tuple[Rule, ...]:
    return tuple(
        Rule(re.compile(phrase.pattern), meanings[phrase.means], phrase.certainty, phrase.arguments)
        for phrase in phrases
    )


def readings(rules: Iterable[Rule], sentence: Sentence) -> Iterator[FoundValue]:
    for each in rules:
        for match in each.pattern.finditer(sentence.plain):
            value = each.read(match, sentence, *each.arguments)
            if value is not None:
                yield sentence.found(value, match.start(), match.end(), each.certainty)


def may_speak_of(hints: frozenset[str], sentence: Sentence) -> bool:
    """A cheap look before dozens of rules are tried: is there a digit, or a word that they are about?"""
    return sentence.has_digits or not hints.isdisjoint(sentence.words)


def whole_reading(rules: Iterable[Rule], sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """Reads a phrase that has nothing around it, such as a bare “7” that answers a question."""
    for each in rules:
        match = each.pattern.fullmatch(sentence.plain, start, end)
        value = each.read(match, sentence, *each.arguments) if match else None
        if value is not None:
            return sentence.found(value, start, end, each.certainty)
    return None
