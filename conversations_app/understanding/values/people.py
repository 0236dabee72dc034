"""How many people come: “2 adults and a child”, “me and three friends”, “a table for 4”, “somos cinco”."""

import re
from collections.abc import Iterator

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import people_words
from conversations_app.understanding.values.vocabulary import alternatives

_SOMEBODY = rf"(?:{alternatives(people_words())})(?:s|es|ren)?"
_RELATION = (
    "wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|date|colleague"
    "|boss|mujer|marido|esposa|esposo|pareja|novia|novio|hijo|hija|madre|padre|hermano|hermana|amigo|amiga|jefe"
)
_PERSON = rf"(?:(?:\d{{1,3}}|an?|una?) (?:(?!and|y)[a-z]+ )?{_SOMEBODY}|me|myself|i|yo|(?:my|mi) (?:{_RELATION}))\b"
_AND = r"(?:,? (?:and|&|plus|with|y|e|con|mas) |,? )"
_COMPANY = re.compile(
    rf"\b(?:{_PERSON}(?:{_AND}{_PERSON}){{1,5}}|(?:me|myself|yo) (?:and|plus|&|y) \d{{1,2}}\b(?![:.]))"
)
# “4 at 8pm”: nothing but people is meant before a time.
_BEFORE_A_TIME = re.compile(r" (?:at|on|tonight|tomorrow|a las|el|manana|this|esta)\b")
_ONE_PERSON = re.compile(rf"{_PERSON}|\d+")
_ALONE = re.compile(
    r"\b(?:just me|only me|just myself|by myself|on my own|solo yo|yo sol[oa]|para mi sol[oa]|sol[oa] para mi)\b"
)

# What stands right before a number of people that has no noun.
_CUE = re.compile(
    r"\b(?:for|party of|group of|family of|table of|total of|we are|we're|were|we will be|we'll be|there are|there's"
    r"|there will be|there'll be|there is|be|seats?|seating|seating for|host|accommodate|fit|it's|its|it is|to|of|just"
    r"|only|make it|make that|have|having|expecting|include|including|add|bring|bringing|size"
    r"|para|de|somos|seremos|seriamos|vamos|vamos a ser|vendremos|iremos|grupo de|total|seran)"
    r"(?: (?:just|only|maybe|like|about|around|approximately|a total of|up to|at least|exactly"
    r"|the|now|unos|unas|solo|un|a|total))?(?: of)? $"
)
_CUE_LENGTH = 40


def find_company(sentence: Sentence) -> Iterator[FoundValue]:
    """People that are to be added up."""
    for match in _COMPANY.finditer(sentence.plain):
        total = sum(_number(person.group()) for person in _ONE_PERSON.finditer(match.group()))
        yield sentence.found(total, match.start(), match.end(), 0.97)
    for match in _ALONE.finditer(sentence.plain):
        yield sentence.found(1, match.start(), match.end(), 0.9)


def has_cue(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words around a number say that it is one of people."""
    before = _CUE.search(sentence.plain, max(0, start - _CUE_LENGTH), start)
    return before is not None or _BEFORE_A_TIME.match(sentence.plain, end) is not None


def _number(person: str) -> int:
    first = person.split()[0]
    return int(first) if first.isdigit() else 1
