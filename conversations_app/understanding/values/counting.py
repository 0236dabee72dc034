import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.numbers import Quantity, find_quantities
from conversations_app.understanding.values.people import find_company, has_cue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about, counted_by, counts_people, fits, times_of
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Answers, Numbers, Units
from flows_app.slot_types import type_of

_RIGHT_UNIT, _NAMED, _CUED, _BARE, _UNLIKELY, _WRONG_UNIT = 0.95, 0.85, 0.8, 0.5, 0.4, 0.25
_SYMBOLS = ("$", "€", "£", "¥")
_WORD = re.compile(r"[a-z']+")
# How far before a number its name may stand: “a rating higher than 4”.
_REACH = 30


@dataclass(frozen=True)
class _Patterns:
    unit: re.Pattern[str]
    one: re.Pattern[str]
    half_more: re.Pattern[str]
    # One of these is not one of those who come.
    groups: frozenset[str]


def _patterns(sentence: Sentence) -> _Patterns:
    return _patterns_of(mixed(Units, sentence.language), mixed(Numbers, sentence.language))


@lru_cache
def _patterns_of(units: Units, numbers: Numbers) -> _Patterns:
    return _Patterns(
        unit=re.compile(rf"[ -]?(?:(?:{units.between}) ?)?(?P<unit>[a-z€$£%']+)"),
        one=re.compile(
            rf"\b(?:(?P<half>{units.half_a})|{units.a}|{units.one}) (?P<noun>[a-z]{{3,}})\b"
            rf"|\b(?P<more>[a-z]{{3,}})(?= (?:{units.half_behind})\b)"
        ),
        half_more=re.compile(rf" (?:{numbers.and_a_half})\b"),
        groups=units.groups,
    )


def find_counts(slot: SlotDefinition, sentence: Sentence) -> list[FoundValue]:
    """Numbers, the more certain the better what they count fits the slot."""
    company = list(find_company(sentence)) if counts_people(slot, sentence.language) else []
    return [*_numbers(slot, sentence), *company, *_single(slot, sentence)]


def read_bare_count(sentence: Sentence, start: int, end: int) -> FoundValue | None:
    """“None” and “just one”, which no grammar of numbers reads."""
    plain = sentence.plain[start:end]
    first, *others = plain.split() or [""]
    is_one = first in sentence.numbers.ones and not any(word[0].isdigit() for word in others)
    number = 0 if plain in mixed(Answers, sentence.language).nothing else 1 if is_one else None
    return None if number is None else sentence.found(number, start, end, 0.7)


def _numbers(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    language, patterns = sentence.language, _patterns(sentence)
    for quantity in find_quantities(sentence):
        unit = patterns.unit.match(sentence.plain, quantity.end)
        times = times_of(unit["unit"], slot, language) if unit else None
        half = _half_more(sentence, unit.end()) if unit and (times or not type_of(slot).is_whole) else 0.0
        counted = (quantity.value + half) * (times or 1)
        if type_of(slot).is_whole and not counted.is_integer():
            continue
        fitting = True if times else fits(unit["unit"], slot, language) if unit else None
        if unit and fitting is None and unit.start("unit") == quantity.end:
            continue  # “4x4”, “b2b”: part of a word
        end = unit.end() if unit and fitting else quantity.end
        if sentence.plain[: quantity.start].endswith(_SYMBOLS):
            fitting = fits("$", slot, language)
        value = int(counted) if type_of(slot).is_whole else counted
        certainty = _certainty(quantity, fitting, slot, sentence)
        if unit and fitting is None and _are_others(unit["unit"], slot, sentence):
            certainty = min(certainty, _UNLIKELY)
        yield sentence.found(value, quantity.start, end, certainty * quantity.certainty)


def _are_others(noun: str, slot: SlotDefinition, sentence: Sentence) -> bool:
    """“Two burgers” is not two of what the slot counts, if it is known what that is. People have cues of their own."""
    known = noun in sentence.vocabulary.stop_words or noun in sentence.vocabulary.courtesies
    counted = counted_by(slot, sentence.language)
    return singular(noun) != noun and not known and bool(counted) and "people" not in counted


def _half_more(sentence: Sentence, end: int) -> float:
    """“Two years and a half”."""
    return 0.5 if _patterns(sentence).half_more.match(sentence.plain, end) else 0.0


def _certainty(quantity: Quantity, fitting: bool | None, slot: SlotDefinition, sentence: Sentence) -> float:
    if fitting is not None:
        return _RIGHT_UNIT if fitting else _WRONG_UNIT
    if _is_named(slot, sentence.plain[max(0, quantity.start - _REACH) : quantity.start], sentence.language):
        return _NAMED
    if counts_people(slot, sentence.language):
        return _CUED if has_cue(sentence, quantity.start, quantity.end) else _UNLIKELY
    return _BARE


def _is_named(slot: SlotDefinition, before: str, language: str) -> bool:
    clause = re.split(r"[.,;?!]|\d", before)[-1]
    return any(singular(word) in about(slot, language) for word in _WORD.findall(clause))


def _single(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    """“Una habitación”, for a number of rooms; “half an hour” and “hora y media”, for one of minutes."""
    language, patterns = sentence.language, _patterns(sentence)
    for match in patterns.one.finditer(sentence.plain):
        noun = match["noun"] or match["more"]
        times = times_of(noun, slot, language)
        fitting = times or (match["noun"] and fits(noun, slot, language))
        if singular(noun) != noun or noun in patterns.groups or not fitting:
            continue
        counted = (0.5 if match["half"] else 1 + _half_more(sentence, match.end())) * (times or 1)
        if not type_of(slot).is_whole or counted.is_integer():
            yield sentence.found(int(counted) if counted.is_integer() else counted, *match.span(), 0.6)
