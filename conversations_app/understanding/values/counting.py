import re
from collections.abc import Iterator

from conversations_app.understanding.values.folding import singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.numbers import Quantity, find_quantities
from conversations_app.understanding.values.people import find_company, has_cue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about, counts_people, fits
from flows_app.language import SlotDefinition, SlotType

_RIGHT_UNIT, _NAMED, _CUED, _BARE, _UNLIKELY, _WRONG_UNIT = 0.95, 0.85, 0.8, 0.5, 0.4, 0.25
# Between a number and its unit: “4 more people”.
_UNIT = re.compile(r"[ -]?(?:(?:more|other|extra|total|further|additional|mas|de|of) ?)?(?P<unit>[a-z€$£%']+)")
_ARTICLE_AND_NOUN = re.compile(r"\b(?:an?|una?|one) (?P<noun>[a-z]{4,})\b")
_SYMBOLS = ("$", "€", "£", "¥")
_WORD = re.compile(r"[a-z']+")
# One of these is not one of those who come.
_GROUPS = frozenset(
    {
        "party",
        "friend",
        "head",
        "member",
        "cover",
        "other",
        "diner",
        "visitor",
        "seat",
        "amigo",
        "plaza",
        "cliente",
        "customer",
    }
)
# How far before a number its name may stand: “a rating higher than 4”.
_REACH = 30


def find_counts(slot: SlotDefinition, sentence: Sentence) -> list[FoundValue]:
    """Numbers, the more certain the better what they count fits the slot."""
    company = list(find_company(sentence)) if counts_people(slot) else []
    return [*_numbers(slot, sentence), *company, *_single(slot, sentence)]


def _numbers(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    for quantity in find_quantities(sentence):
        if slot.type is SlotType.INTEGER and not quantity.value.is_integer():
            continue
        unit = _UNIT.match(sentence.plain, quantity.end)
        fitting = fits(unit["unit"], slot) if unit else None
        if unit and fitting is None and unit.start("unit") == quantity.end:
            continue  # “4x4”, “b2b”: part of a word
        end = unit.end() if unit and fitting else quantity.end
        if sentence.plain[: quantity.start].endswith(_SYMBOLS):
            fitting = fits("$", slot)
        value = int(quantity.value) if slot.type is SlotType.INTEGER else quantity.value
        certainty = _certainty(quantity, fitting, slot, sentence) * quantity.certainty
        yield sentence.found(value, quantity.start, end, certainty)


def _certainty(quantity: Quantity, fitting: bool | None, slot: SlotDefinition, sentence: Sentence) -> float:
    if fitting is not None:
        return _RIGHT_UNIT if fitting else _WRONG_UNIT
    if _is_named(slot, sentence.plain[max(0, quantity.start - _REACH) : quantity.start]):
        return _NAMED
    if counts_people(slot):
        return _CUED if has_cue(sentence, quantity.start, quantity.end) else _UNLIKELY
    return _BARE


def _is_named(slot: SlotDefinition, before: str) -> bool:
    clause = re.split(r"[.,;?!]|\d", before)[-1]
    return any(singular(word) in about(slot) for word in _WORD.findall(clause))


def _single(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    """“Una habitación”, for a number of rooms."""
    for match in _ARTICLE_AND_NOUN.finditer(sentence.plain):
        noun = match["noun"]
        if singular(noun) == noun and noun not in _GROUPS and fits(noun, slot):
            yield sentence.found(1, match.start(), match.end(), 0.6)
