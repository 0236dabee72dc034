"""Reads numbers of people: “2 adults and a child”, “me and three friends”, “a table for 4”, “somos cinco”."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import people_words
from flows_app.languages import mixed
from flows_app.languages.parts import Units, alternatives

_CUE_LENGTH = 40


@dataclass(frozen=True)
class _Patterns:
    company: re.Pattern[str]
    one_person: re.Pattern[str]
    alone: re.Pattern[str]
    # Words right before a number of people that has no noun.
    cue: re.Pattern[str]
    # “4 at 8pm”: nothing but people is meant before a time.
    before_a_time: re.Pattern[str]


@lru_cache
def _patterns(units: Units) -> _Patterns:
    somebody = f"(?:{alternatives(people_words(units))})(?:{units.plural_endings})?"
    person = (
        rf"(?:(?:\d{{1,3}}|{units.a}) (?:(?!{units.no_adjective})[a-z]+ )?{somebody}"
        rf"|{units.me}|(?:{units.my}) (?:{units.relations}))\b"
    )
    joining = rf"(?:,? (?:{units.joining}) |,? )"
    with_a_number = rf"(?:{units.myself}) (?:{units.joining_numbers}) \d{{1,2}}\b(?![:.])"
    return _Patterns(
        company=re.compile(rf"\b(?:{person}(?:{joining}{person}){{1,5}}|{with_a_number})"),
        one_person=re.compile(rf"{person}|\d+"),
        alone=re.compile(rf"\b(?:{units.alone})\b"),
        cue=re.compile(rf"\b(?:{units.cues})(?: (?:{units.cues_go_on}))?(?: (?:{units.cues_end}))? $"),
        before_a_time=re.compile(rf" (?:{units.before_a_time})\b"),
    )


def find_company(sentence: Sentence) -> Iterator[FoundValue]:
    """People that are to be added up."""
    patterns = _patterns(mixed(Units, sentence.language))
    for match in patterns.company.finditer(sentence.plain):
        total = sum(_number(person.group()) for person in patterns.one_person.finditer(match.group()))
        yield sentence.found(total, match.start(), match.end(), 0.97)
    for match in patterns.alone.finditer(sentence.plain):
        yield sentence.found(1, match.start(), match.end(), 0.9)


def has_cue(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words around a number say that it is one of people."""
    patterns = _patterns(mixed(Units, sentence.language))
    before = patterns.cue.search(sentence.plain, max(0, start - _CUE_LENGTH), start)
    return before is not None or patterns.before_a_time.match(sentence.plain, end) is not None


def _number(person: str) -> int:
    first = person.split()[0]
    return int(first) if first.isdigit() else 1
