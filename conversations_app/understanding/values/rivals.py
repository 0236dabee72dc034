"""Digits that belong to something else: to a date, a time, a phone or card number."""

import re
from functools import lru_cache

from conversations_app.understanding.values.contacts import find_emails, find_phones
from conversations_app.understanding.values.dates import find_days
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.times import find_clocks

_CARD = re.compile(r"(?<!\d)\d{4}(?:[ -]?\d{4}){2,3}(?!\d)")
_CLEAR = 0.6
_SURE = 0.95
_LEFT_OVER = 0.4


def less_certain_than_rivals(readings: list[FoundValue], sentence: Sentence) -> list[FoundValue]:
    return [_beside(reading, _rivals(sentence)) for reading in readings]


def _beside(reading: FoundValue, rivals: tuple[FoundValue, ...]) -> FoundValue:
    """A number with the unit of its slot is sure enough: “in 3 weeks” is a day, and 3 for a number of weeks."""
    beaten = reading.certainty < _SURE and any(
        reading.overlaps(rival) and rival.certainty >= reading.certainty for rival in rivals
    )
    return reading.of_certainty(reading.certainty * _LEFT_OVER) if beaten else reading


@lru_cache(maxsize=64)
def _rivals(sentence: Sentence) -> tuple[FoundValue, ...]:
    told = (*find_days(sentence), *find_clocks(sentence))
    cards = (FoundValue(match.group(), *match.span(), 1.0) for match in _CARD.finditer(sentence.text))
    clear = (found for found in told if found.certainty >= _CLEAR)
    return (*clear, *find_phones(sentence), *find_emails(sentence), *cards)
