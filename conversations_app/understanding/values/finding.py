from collections.abc import Callable, Iterable
from datetime import datetime

from conversations_app.understanding.values.booleans import find_booleans
from conversations_app.understanding.values.choices import find_choices
from conversations_app.understanding.values.contacts import find_emails, find_phones
from conversations_app.understanding.values.counting import find_counts
from conversations_app.understanding.values.dates import find_dates
from conversations_app.understanding.values.found import FoundValue, best_first
from conversations_app.understanding.values.moments import find_moments
from conversations_app.understanding.values.money import find_amounts
from conversations_app.understanding.values.negation import given_up_last, without_negated
from conversations_app.understanding.values.rivals import less_certain_than_rivals
from conversations_app.understanding.values.sentence import Sentence, sentence_of
from conversations_app.understanding.values.times import find_times
from flows_app.flow_language import SlotDefinition, SlotType
from flows_app.values import ValueRefused, coerce

Finder = Callable[[SlotDefinition, Sentence], Iterable[FoundValue]]

# Texts, lists and objects are not told by their form: they are read as answers and by marked examples.
_FINDERS: dict[SlotType, Finder] = {
    SlotType.INTEGER: find_counts,
    SlotType.NUMBER: find_counts,
    SlotType.MONEY: find_amounts,
    SlotType.BOOLEAN: find_booleans,
    SlotType.CHOICE: find_choices,
    SlotType.DATE: lambda slot, sentence: find_dates(sentence),
    SlotType.TIME: lambda slot, sentence: find_times(sentence),
    SlotType.DATETIME: lambda slot, sentence: find_moments(sentence),
    SlotType.EMAIL: lambda slot, sentence: find_emails(sentence),
    SlotType.PHONE: lambda slot, sentence: find_phones(sentence),
}
_NUMERIC = {SlotType.INTEGER, SlotType.NUMBER, SlotType.MONEY}
# A no is what it says.
_DENIABLE = _FINDERS.keys() - {SlotType.BOOLEAN}
# “From checking to savings” names two accounts of a transfer, “from 6 to 7” an old time and a new one.
_CHANGEABLE = _DENIABLE - {SlotType.CHOICE}


def find_values(slot: SlotDefinition, text: str, *, language: str, now: datetime) -> list[FoundValue]:
    """All readings of the slot's type in a sentence, best first; no two of them share words."""
    finder = _FINDERS.get(slot.type)
    if finder is None or not text.strip():
        return []
    sentence = sentence_of(text, language, now)
    readings = [reading for reading in finder(slot, sentence) if _fits(slot, reading)]
    if slot.type in _NUMERIC:
        readings = less_certain_than_rivals(readings, sentence)
    if slot.type in _DENIABLE:
        readings = without_negated(best_first(readings), text, sentence.language)
    if slot.type in _CHANGEABLE:
        readings = given_up_last(readings, text, sentence.language)
    return best_first(readings)


def _fits(slot: SlotDefinition, reading: FoundValue) -> bool:
    """Whether the slot's type takes it. What its validators say is for the user to hear."""
    try:
        coerce(slot, reading.value)
    except ValueRefused:
        return False
    return True
