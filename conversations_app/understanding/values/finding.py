from collections.abc import Iterable, Iterator
from datetime import datetime

from conversations_app.understanding.values.found import FoundValue, best_first
from conversations_app.understanding.values.negation import given_up_last, without_negated
from conversations_app.understanding.values.readers import REFUSED, Reader, fits, reader_of
from conversations_app.understanding.values.rivals import less_certain_than_rivals
from conversations_app.understanding.values.sentence import sentence_of
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of


def find_values(slot: SlotDefinition, text: str, *, language: str, now: datetime) -> list[FoundValue]:
    """All readings of the slot's type in a sentence, best first; no two of them share words."""
    if type_of(slot).is_free or not text.strip():
        return []
    sentence = sentence_of(text, language, now)
    reader = reader_of(slot)
    readings = [*_fitting_or_told(slot, reader, reader.find(slot, sentence))]
    if type_of(slot).is_number:
        readings = less_certain_than_rivals(readings, sentence)
    if reader.can_be_denied:
        readings = without_negated(best_first(readings), text, sentence.language)
    if reader.can_be_changed:
        readings = given_up_last(readings, text, sentence.language)
    return best_first(readings)


def _fitting_or_told(slot: SlotDefinition, reader: Reader, readings: Iterable[FoundValue]) -> Iterator[FoundValue]:
    for found in readings:
        if fits(slot, found.value):
            yield found
        elif reader.tells_refused:
            yield found.of_certainty(min(found.certainty, REFUSED))
