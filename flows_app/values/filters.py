"""The filters that may follow a placeholder's bar: for which types each makes sense, and what it is given.

One table for what users see, what the editor offers and what the checker finds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from flows_app.flow_language.messages import Placeholder
from flows_app.slot_types import Family, SlotType


class Given(Enum):
    """Form of a value that a filter works on."""

    SHOWN = auto()  # the text that people would see
    TYPED = auto()  # a date, a number, a list, true or false
    STORED = auto()  # plain JSON
    ANY = auto()  # whatever the filter behind it works on


@dataclass(frozen=True)
class Filter:
    # None: every type.
    families: Family | None
    given: Given

    def makes_sense_for(self, slot_type: SlotType) -> bool:
        return self.families is None or bool(self.families & slot_type.families)


_WORDS = Family.WORDS
_LETTERS = Family.WORDS | Family.MOMENT | Family.YES_OR_NO | Family.LIST
_PARTS = Family.WORDS | Family.LIST

FILTERS: Mapping[str, Filter] = {
    "add": Filter(Family.WHOLE | Family.FREE_TEXT, Given.TYPED),
    "capfirst": Filter(_LETTERS, Given.SHOWN),
    "center": Filter(_WORDS | Family.NUMBER, Given.SHOWN),
    "cut": Filter(_WORDS, Given.SHOWN),
    "date": Filter(Family.DAY, Given.TYPED),
    "default": Filter(None, Given.ANY),
    "default_if_none": Filter(None, Given.ANY),
    "divisibleby": Filter(Family.WHOLE, Given.TYPED),
    "filesizeformat": Filter(Family.COUNTED, Given.TYPED),
    "first": Filter(_PARTS, Given.TYPED),
    "floatformat": Filter(Family.NUMBER, Given.TYPED),
    "get_digit": Filter(Family.WHOLE, Given.TYPED),
    "join": Filter(Family.LIST, Given.TYPED),
    "last": Filter(_PARTS, Given.TYPED),
    "length": Filter(_PARTS, Given.TYPED),
    "ljust": Filter(_WORDS | Family.NUMBER, Given.SHOWN),
    "lower": Filter(_LETTERS, Given.SHOWN),
    "phone2numeric": Filter(Family.FREE_TEXT | Family.DIALLED, Given.SHOWN),
    "pluralize": Filter(Family.COUNTED | Family.LIST, Given.TYPED),
    "rjust": Filter(_WORDS | Family.NUMBER, Given.SHOWN),
    "slice": Filter(_PARTS, Given.TYPED),
    "slugify": Filter(_WORDS, Given.SHOWN),
    "stringformat": Filter(Family.NUMBER | Family.FREE_TEXT, Given.TYPED),
    "striptags": Filter(Family.FREE_TEXT, Given.SHOWN),
    "time": Filter(Family.HOUR, Given.TYPED),
    "title": Filter(_LETTERS, Given.SHOWN),
    "truncatechars": Filter(_PARTS, Given.SHOWN),
    "truncatewords": Filter(_PARTS, Given.SHOWN),
    "upper": Filter(_LETTERS, Given.SHOWN),
    "urlencode": Filter(_WORDS, Given.SHOWN),
    "value": Filter(None, Given.STORED),
    "wordcount": Filter(_WORDS, Given.SHOWN),
    "wordwrap": Filter(_WORDS, Given.SHOWN),
    "yesno": Filter(None, Given.TYPED),
}

_WITH_A_WORD_FOR_NOTHING = ("default", "default_if_none", "yesno")


def makes_sense(name: str, slot_type: SlotType) -> bool:
    return name in FILTERS and FILTERS[name].makes_sense_for(slot_type)


def given_to(filters: tuple[str, ...]) -> Given:
    """Gives the form that a chain of filters starts from: the first filter that needs a certain form decides."""
    return next((given for given in map(_given_to, filters) if given is not Given.ANY), Given.SHOWN)


def takes_nothing(filters: tuple[str, ...]) -> bool:
    """Whether the first filter that changes anything has a word for an empty slot; others might write “None”."""
    return next((name for name in filters if name != "value"), None) in _WITH_A_WORD_FOR_NOTHING


def _given_to(name: str) -> Given:
    """A filter that is not in the table works on what is stored."""
    return FILTERS[name].given if name in FILTERS else Given.STORED


def misplaced_filter(placeholder: Placeholder, slot_type: SlotType) -> str | None:
    """The filter that makes no sense for the slot's type. Those behind it work on what it gives, not on the slot."""
    for name in placeholder.filters:
        if not makes_sense(name, slot_type):
            return name
        if FILTERS[name].given is not Given.ANY:
            return None
    return None
