"""How many people come: “2 adults and a child”, “me and three friends”, “a table for 4”, “somos cinco”."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import people_words
from flows_app.languages import mixed_parts
from flows_app.languages.parts import Units, alternatives, either

_CUE_LENGTH = 40


@dataclass(frozen=True)
class _Patterns:
    company: re.Pattern[str]
    one_person: re.Pattern[str]
    alone: re.Pattern[str]
    # What stands right before a number of people that has no noun.
    cue: re.Pattern[str]
    # “4 at 8pm”: nothing but people is meant before a time.
    before_a_time: re.Pattern[str]


@lru_cache
def _patterns(units: tuple[Units, ...]) -> _Patterns:
    me, my, relations = (
        either(each) for each in zip(*((part.me, part.my, part.relations) for part in units), strict=True)
    )
    somebody = f"(?:{alternatives(people_words(units))})(?:{either(part.plural_endings for part in units)})?"
    one, no_adjective = either(part.a for part in units), either(part.no_adjective for part in units)
    person = rf"(?:(?:\d{{1,3}}|{one}) (?:(?!{no_adjective})[a-z]+ )?{somebody}|{me}|(?:{my}) (?:{relations}))\b"
    joining = rf"(?:,? (?:{either(part.joining for part in units)}) |,? )"
    myself, numbers = either(part.myself for part in units), either(part.joining_numbers for part in units)
    cues, go_on, end = (
        either(each) for each in zip(*((part.cues, part.cues_go_on, part.cues_end) for part in units), strict=True)
    )
    return _Patterns(
        company=re.compile(
            rf"\b(?:{person}(?:{joining}{person}){{1,5}}|(?:{myself}) (?:{numbers}) \d{{1,2}}\b(?![:.]))"
        ),
        one_person=re.compile(rf"{person}|\d+"),
        alone=re.compile(rf"\b(?:{either(part.alone for part in units)})\b"),
        cue=re.compile(rf"\b(?:{cues})(?: (?:{go_on}))?(?: (?:{end}))? $"),
        before_a_time=re.compile(rf" (?:{either(part.before_a_time for part in units)})\b"),
    )


def find_company(sentence: Sentence) -> Iterator[FoundValue]:
    """People that are to be added up."""
    patterns = _patterns(mixed_parts(Units, sentence.language))
    for match in patterns.company.finditer(sentence.plain):
        total = sum(_number(person.group()) for person in patterns.one_person.finditer(match.group()))
        yield sentence.found(total, match.start(), match.end(), 0.97)
    for match in patterns.alone.finditer(sentence.plain):
        yield sentence.found(1, match.start(), match.end(), 0.9)


def has_cue(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words around a number say that it is one of people."""
    patterns = _patterns(mixed_parts(Units, sentence.language))
    before = patterns.cue.search(sentence.plain, max(0, start - _CUE_LENGTH), start)
    return before is not None or patterns.before_a_time.match(sentence.plain, end) is not None


def _number(person: str) -> int:
    first = person.split()[0]
    return int(first) if first.isdigit() else 1
