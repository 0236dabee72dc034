"""The filters that may follow a placeholder's bar: for which types each makes sense, and what it is given.

One table for what users see, what the editor offers and what the checker finds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from flows_app.flow_language import SlotType
from flows_app.flow_language.messages import Placeholder


class Given(Enum):
    """What a filter works on."""

    SHOWN = auto()  # the text that people would see
    TYPED = auto()  # a date, a number, a list, true or false
    STORED = auto()  # plain JSON
    ANY = auto()  # whatever the filter behind it works on


@dataclass(frozen=True)
class Filter:
    types: frozenset[SlotType]
    given: Given


_ALL = frozenset(SlotType)
_WORDS = frozenset({SlotType.TEXT, SlotType.CHOICE, SlotType.EMAIL, SlotType.PHONE})
_NUMBERS = frozenset({SlotType.INTEGER, SlotType.NUMBER, SlotType.MONEY})
_MOMENTS = frozenset({SlotType.DATE, SlotType.DATETIME, SlotType.TIME})
_COUNTED = frozenset({SlotType.INTEGER, SlotType.NUMBER})
_LETTERS = _WORDS | _MOMENTS | {SlotType.BOOLEAN, SlotType.LIST}
_PARTS = _WORDS | {SlotType.LIST}
_WHOLE = frozenset({SlotType.INTEGER})

FILTERS: Mapping[str, Filter] = {
    "add": Filter(_WHOLE | {SlotType.TEXT}, Given.TYPED),
    "capfirst": Filter(_LETTERS, Given.SHOWN),
    "center": Filter(_WORDS | _NUMBERS, Given.SHOWN),
    "cut": Filter(_WORDS, Given.SHOWN),
    "date": Filter(frozenset({SlotType.DATE, SlotType.DATETIME}), Given.TYPED),
    "default": Filter(_ALL, Given.ANY),
    "default_if_none": Filter(_ALL, Given.ANY),
    "divisibleby": Filter(_WHOLE, Given.TYPED),
    "filesizeformat": Filter(_COUNTED, Given.TYPED),
    "first": Filter(_PARTS, Given.TYPED),
    "floatformat": Filter(_NUMBERS, Given.TYPED),
    "get_digit": Filter(_WHOLE, Given.TYPED),
    "join": Filter(frozenset({SlotType.LIST}), Given.TYPED),
    "last": Filter(_PARTS, Given.TYPED),
    "length": Filter(_PARTS, Given.TYPED),
    "ljust": Filter(_WORDS | _NUMBERS, Given.SHOWN),
    "lower": Filter(_LETTERS, Given.SHOWN),
    "phone2numeric": Filter(frozenset({SlotType.TEXT, SlotType.PHONE}), Given.SHOWN),
    "pluralize": Filter(_COUNTED | {SlotType.LIST}, Given.TYPED),
    "rjust": Filter(_WORDS | _NUMBERS, Given.SHOWN),
    "slice": Filter(_PARTS, Given.TYPED),
    "slugify": Filter(_WORDS, Given.SHOWN),
    "stringformat": Filter(_NUMBERS | {SlotType.TEXT}, Given.TYPED),
    "striptags": Filter(frozenset({SlotType.TEXT}), Given.SHOWN),
    "time": Filter(frozenset({SlotType.TIME, SlotType.DATETIME}), Given.TYPED),
    "title": Filter(_LETTERS, Given.SHOWN),
    "truncatechars": Filter(_PARTS, Given.SHOWN),
    "truncatewords": Filter(_PARTS, Given.SHOWN),
    "upper": Filter(_LETTERS, Given.SHOWN),
    "urlencode": Filter(_WORDS, Given.SHOWN),
    "value": Filter(_ALL, Given.STORED),
    "wordcount": Filter(_WORDS, Given.SHOWN),
    "wordwrap": Filter(_WORDS, Given.SHOWN),
    "yesno": Filter(_ALL, Given.TYPED),
}

_WITH_A_WORD_FOR_NOTHING = ("default", "default_if_none", "yesno")


def makes_sense(name: str, slot_type: SlotType) -> bool:
    return name in FILTERS and slot_type in FILTERS[name].types


def given_to(filters: tuple[str, ...]) -> Given:
    """What a chain of filters starts from: the first that is not content with anything decides."""
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
