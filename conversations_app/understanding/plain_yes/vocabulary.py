"""The closed vocabulary of a plain yes, from `words.toml`."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rapidfuzz.distance import OSA

from conversations_app.understanding.values.folding import fold

Phrase = tuple[str, ...]

_INNERMOST = re.compile(r"\(([^()]*)\)")
_LANGUAGES = ("en", "es", "other")
# From here on a word with one wrong letter is set right; shorter ones only if two letters changed places: “caro”
# (expensive) is not “claro”.
_LONG, _NOT_SHORT = 6, 4


@dataclass(frozen=True)
class Action:
    """A group of verbs that order the same, and what it is called."""

    orders: frozenset[str]
    asking: frozenset[str]
    nouns: frozenset[Phrase]
    needs_a_yes: bool


@dataclass(frozen=True)
class Vocabulary:
    agreeing: frozenset[Phrase]
    kindness: frozenset[Phrase]
    called: frozenset[Phrase]
    manner: frozenset[Phrase]
    opening: frozenset[Phrase]
    leading: frozenset[Phrase]
    joining: frozenset[Phrase]
    particle: frozenset[Phrase]
    pronoun: frozenset[Phrase]
    doing: frozenset[Phrase]
    ironic: frozenset[Phrase]
    misspelt: dict[str, str]
    # Words that a slip of the finger may mean, by themselves and without doubled letters.
    _words: frozenset[str]
    _undoubled: dict[str, str]

    def set_right(self, word: str) -> str:
        """“yesss” and “confrim”, as they were meant; any other word as it is."""
        if word in self._words:
            return word
        if known := self.misspelt.get(word) or self._undoubled.get(_without_doubles(word)):
            return known
        return min((right for right in self._words if _is_slip(word, right)), default=word)


def _is_slip(word: str, right: str) -> bool:
    """One letter too many, too few or wrong, or two that changed places. The ends stay: “quiere” is not “quiero”."""
    if len(right) < _NOT_SHORT or word[0] != right[0] or OSA.distance(word, right, score_cutoff=1) > 1:
        return False
    return (len(right) >= _LONG and word[-1] == right[-1]) or sorted(word) == sorted(right)


@cache
def vocabulary_for(language: str, asked_in: str) -> Vocabulary:
    """Joins the words of all languages, since people mix them. `here` is taken from the language that the message is
    read in; what means something else in the language of the question is left out."""
    read = _read()
    otherwise = frozenset(_expanded(read.get(asked_in, {}).get("otherwise", ())))

    def phrases(kind: str) -> frozenset[Phrase]:
        return frozenset(_expanded(template for name in _LANGUAGES for template in read[name][kind]))

    agreeing = (phrases("agreeing") | frozenset(_expanded(read.get(language, read["other"])["here"]))) - otherwise
    kindness, called = phrases("kindness"), phrases("called")
    words = sorted({word for phrase in agreeing | kindness | called for word in phrase})
    return Vocabulary(
        agreeing=agreeing,
        kindness=kindness,
        called=called,
        manner=phrases("manner"),
        opening=phrases("opening"),
        leading=phrases("leading"),
        joining=phrases("joining"),
        particle=phrases("particle") - otherwise,
        pronoun=phrases("pronoun"),
        doing=phrases("doing"),
        ironic=phrases("ironic"),
        misspelt={word: right for name in _LANGUAGES for word, right in read[name]["misspelt"].items()},
        _words=frozenset(words),
        _undoubled={_without_doubles(word): word for word in words},
    )


@cache
def actions() -> tuple[Action, ...]:
    return tuple(
        Action(
            frozenset(group["orders"].split()),
            frozenset(group["asking"].split()),
            frozenset(tuple(fold(noun).split()) for noun in group["nouns"]),
            group.get("needs_a_yes", False),
        )
        for group in _read()["actions"]
    )


@cache
def never() -> frozenset[str]:
    return frozenset(_read()["never"]["words"].split())


@cache
def no_verbs() -> frozenset[str]:
    return frozenset(_read()["never"]["no_verbs"].split())


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def _expanded(templates: Iterable[str]) -> Iterator[Phrase]:
    for template in templates:
        for text in _alternatives(template):
            if phrase := tuple(fold(text).split()):
                yield phrase


def _alternatives(template: str) -> Iterator[str]:
    """All that a template stands for; the innermost parentheses first."""
    found = _INNERMOST.search(template)
    if found is None:
        yield template
        return
    for choice in found[1].split("|"):
        yield from _alternatives(template[: found.start()] + choice + template[found.end() :])


def _without_doubles(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", word)
