"""The closed vocabulary of a plain yes: what `Agreement` says of the languages that may be mixed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from conversations_app.understanding.values.folding import fold
from flows_app.languages import mixed, own_part
from flows_app.languages.parts import Agreement

Phrase = tuple[str, ...]
Agreement = Agreement

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
    return _vocabulary(mixed(Agreement, language, asked_in), own, asked)


@lru_cache
def _vocabulary(known: Agreement, own: Agreement | None, asked: Agreement | None) -> Vocabulary:
    otherwise = frozenset(_expanded(asked.otherwise if asked else ()))

    def phrases(kind: str) -> frozenset[Phrase]:
        return frozenset(_expanded(getattr(known, kind)))

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
        misspelt={word: right for right, forms in known.misspelt.items() for word in forms},
        subjects=known.subjects,
        persons=known.persons,
        others=known.persons | known.others,
        articles=known.articles,
        strict=known.strict,
        accompanying=known.accompanying,
        owning=known.owning,
        adding=frozenset((word,) for word in known.adding),
        clitics=known.clitics,
        that=known.that,
        doers=known.doers,
        doer_follows=own is not None and own.doer_follows,
        conditions=known.conditions,
        past_endings=tuple(form for end in known.past_endings for form in (end, end.upper())),
        _words=frozenset(words),
        _undoubled={_without_doubles(word): word for word in words},
    )


@lru_cache
def actions(known: Agreement) -> tuple[Action, ...]:
    return tuple(
        Action(
            order.orders,
            order.asking,
            frozenset(tuple(fold(noun).split()) for noun in order.nouns),
            order.needs_a_yes,
        )
        for order in known.orders.values()
    )


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
