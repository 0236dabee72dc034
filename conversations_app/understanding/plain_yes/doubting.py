"""A yes that leaves it open, where one may be said in many ways: to a yes-or-no question, or to something to read."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold
from flows_app.languages import mixed
from flows_app.languages.parts import Doubts


@dataclass(frozen=True)
class _Patterns:
    asks: re.Pattern[str]
    hedges: re.Pattern[str]
    unfinished: re.Pattern[str]
    # Nothing but a wish for time: “wait, make it 60” is more.
    time: re.Pattern[str]


@lru_cache
def _patterns(doubts: Doubts) -> _Patterns:
    opening, asking = doubts.before_asking, doubts.asking
    before, behind = doubts.before_time, doubts.behind_time
    hedging, time = doubts.hedging, doubts.time
    return _Patterns(
        asks=re.compile(rf"(?:\W*\b(?:{opening})\b)*\W*(?:{asking})", re.VERBOSE),
        hedges=re.compile(rf"\b(?:{hedging})", re.VERBOSE),
        unfinished=re.compile(rf"(?:\.{{3,}}|…|\b(?:{doubts.unfinished}))\s*$"),
        time=re.compile(rf"(?:(?:{before})\W+)*(?:{time})\W*(?:(?:{behind})\W*)*", re.VERBOSE),
    )


def wants_time(text: str, language: str) -> bool:
    """Whether somebody who is asked for a yes says only that they are not there yet: it is no “no” either."""
    return _patterns(mixed(Doubts, language)).time.fullmatch(fold(text).strip()) is not None


def leaves_open(text: str, language: str) -> bool:
    """Whether it asks something, hedges, wants to wait or to take back what it says."""
    folded, patterns = fold(text), _patterns(mixed(Doubts, language))
    return (
        any(sign in text for sign in "?¿？؟")
        or bool(patterns.asks.match(folded))
        or bool(patterns.hedges.search(folded))
        or bool(patterns.unfinished.search(folded))
    )
