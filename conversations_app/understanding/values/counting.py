import re
from collections.abc import Iterator

from conversations_app.understanding.values.folding import singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.numbers import Quantity, find_quantities
from conversations_app.understanding.values.people import find_company, has_cue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about, counts_people, families, fits, times_of
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

_RIGHT_UNIT, _NAMED, _CUED, _BARE, _UNLIKELY, _WRONG_UNIT = 0.95, 0.85, 0.8, 0.5, 0.4, 0.25
# Between a number and its unit: “4 more people”.
_UNIT = re.compile(r"[ -]?(?:(?:more|other|extra|total|further|additional|mas|de|of) ?)?(?P<unit>[a-z€$£%']+)")
_ONE = re.compile(
    r"\b(?:(?P<half>half(?: an?)?|medi[oa])|an?|una?|one) (?P<noun>[a-z]{3,})\b"
    r"|\b(?P<more>[a-z]{3,})(?= y medi[oa]\b)"
)
_HALF_MORE = re.compile(r" (?:and a half|y medi[oa])\b")
_SYMBOLS = ("$", "€", "£", "¥")
_WORD = re.compile(r"[a-z']+")
_NOTHING = frozenset({"none", "nobody", "nothing", "ninguno", "ninguna", "nadie", "nada", "cero", "zero"})
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


def read_bare_count(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """“None” and “just one”, which no grammar of numbers reads."""
    plain = sentence.plain[start:end]
    first, *others = plain.split() or [""]
    is_one = first in sentence.vocabulary.ones and not any(word[0].isdigit() for word in others)
    number = 0 if plain in _NOTHING else 1 if is_one else None
    return None if number is None else sentence.found(number, start, end, 0.7)


def _numbers(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    for quantity in find_quantities(sentence):
        unit = _UNIT.match(sentence.plain, quantity.end)
        times = times_of(unit["unit"], slot) if unit else None
        half = _half_more(sentence, unit.end()) if unit and (times or not type_of(slot).is_whole) else 0.0
        counted = (quantity.value + half) * (times or 1)
        if type_of(slot).is_whole and not counted.is_integer():
            continue
        fitting = True if times else fits(unit["unit"], slot) if unit else None
        if unit and fitting is None and unit.start("unit") == quantity.end:
            continue  # “4x4”, “b2b”: part of a word
        end = unit.end() if unit and fitting else quantity.end
        if sentence.plain[: quantity.start].endswith(_SYMBOLS):
            fitting = fits("$", slot)
        value = int(counted) if type_of(slot).is_whole else counted
        certainty = _certainty(quantity, fitting, slot, sentence)
        if unit and fitting is None and _are_others(unit["unit"], slot, sentence):
            certainty = min(certainty, _UNLIKELY)
        yield sentence.found(value, quantity.start, end, certainty * quantity.certainty)


def _are_others(noun: str, slot: SlotDefinition, sentence: Sentence) -> bool:
    """“Two burgers” is not two of what the slot counts, if it is known what that is. People have cues of their own."""
    known = noun in sentence.vocabulary.stop_words or noun in sentence.vocabulary.courtesies
    return singular(noun) != noun and not known and bool(families(about(slot))) and not counts_people(slot)


def _half_more(sentence: Sentence, end: int) -> float:
    """“Two years and a half”."""
    return 0.5 if _HALF_MORE.match(sentence.plain, end) else 0.0


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
    """“Una habitación”, for a number of rooms; “half an hour” and “hora y media”, for one of minutes."""
    for match in _ONE.finditer(sentence.plain):
        noun = match["noun"] or match["more"]
        times = times_of(noun, slot)
        if singular(noun) != noun or noun in _GROUPS or not (times or (match["noun"] and fits(noun, slot))):
            continue
        counted = (0.5 if match["half"] else 1 + _half_more(sentence, match.end())) * (times or 1)
        if not type_of(slot).is_whole or counted.is_integer():
            yield sentence.found(int(counted) if counted.is_integer() else counted, *match.span(), 0.6)
