"""The closed vocabulary of a plain yes: what `Agreement` says of the languages that may be mixed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from conversations_app.understanding.values.folding import fold
from flows_app.languages import mixed_parts, own_part
from flows_app.languages.parts import Agreement, union

Phrase = tuple[str, ...]
Agreements = tuple[Agreement, ...]

_INNERMOST = re.compile(r"\(([^()]*)\)")
_UNDETERMINED = "und"
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
    subjects: frozenset[str]
    persons: frozenset[str]
    # Others than who is asked, and what is theirs.
    others: frozenset[str]
    articles: frozenset[str]
    strict: frozenset[str]
    accompanying: frozenset[str]
    owning: frozenset[str]
    adding: frozenset[Phrase]
    clitics: frozenset[str]
    that: frozenset[str]
    doers: frozenset[str]
    doer_follows: bool
    conditions: frozenset[str]
    past_endings: tuple[str, ...]
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


def vocabulary_for(language: str, asked_in: str) -> Vocabulary:
    """Joins the words of all languages that may be mixed. `here` is taken from the language that the message is read
    in; what means something else in the language of the question is left out."""
    own = own_part(language, Agreement) or own_part(_UNDETERMINED, Agreement)
    asked = own_part(asked_in, Agreement)
    return _vocabulary(agreements(language, asked_in), own, asked)


def agreements(*languages: str) -> Agreements:
    return mixed_parts(Agreement, *languages)


@lru_cache
def _vocabulary(parts: Agreements, own: Agreement | None, asked: Agreement | None) -> Vocabulary:
    otherwise = frozenset(_expanded(asked.otherwise if asked else ()))

    def phrases(kind: str) -> frozenset[Phrase]:
        return frozenset(_expanded(template for part in parts for template in getattr(part, kind)))

    agreeing = (phrases("agreeing") | frozenset(_expanded(own.here if own else ()))) - otherwise
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
        misspelt={word: right for part in parts for word, right in part.misspelt.items()},
        subjects=union(part.subjects for part in parts),
        persons=union(part.persons for part in parts),
        others=union(each for part in parts for each in (part.persons, part.others)),
        articles=union(part.articles for part in parts),
        strict=union(part.strict for part in parts),
        accompanying=union(part.accompanying for part in parts),
        owning=union(part.owning for part in parts),
        adding=frozenset((word,) for part in parts for word in part.adding),
        clitics=union(part.clitics for part in parts),
        that=union(part.that for part in parts),
        doers=union(part.doers for part in parts),
        doer_follows=own is not None and own.doer_follows,
        conditions=union(part.conditions for part in parts),
        past_endings=tuple(form for part in parts for end in part.past_endings for form in (end, end.upper())),
        _words=frozenset(words),
        _undoubled={_without_doubles(word): word for word in words},
    )


@lru_cache
def actions(parts: Agreements) -> tuple[Action, ...]:
    groups = [[part.orders[name] for part in parts if name in part.orders] for name in _groups(parts)]
    return tuple(
        Action(
            union(order.orders for order in group),
            union(order.asking for order in group),
            frozenset(tuple(fold(noun).split()) for order in group for noun in order.nouns),
            any(order.needs_a_yes for order in group),
        )
        for group in groups
    )


def _groups(parts: Agreements) -> Iterable[str]:
    return dict.fromkeys(name for part in parts for name in part.orders)


@lru_cache
def never(parts: Agreements) -> frozenset[str]:
    return union(part.never for part in parts)


@lru_cache
def no_verbs(parts: Agreements) -> frozenset[str]:
    return union(part.no_verbs for part in parts)


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
