import re
from datetime import datetime

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.finding import find_values
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.options import Options, read_option
from conversations_app.understanding.values.positions import read_position
from conversations_app.understanding.values.readers import reader_of
from conversations_app.understanding.values.sentence import Sentence, sentence_of
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

# A value that was asked for is likely, even if said in a bare way; one about something else stays unlikely.
_LIKELY = 0.4
_LIFT = 0.6
_LEAST = 0.2


def read_answer(
    slot: SlotDefinition, text: str, *, language: str, now: datetime, options: Options = ()
) -> FoundValue | None:
    """The answer to an open question for the slot, even if it is terse or wrapped in other words."""
    if not re.search(r"\w", text):
        return None
    sentence = sentence_of(text, language, now)
    if pressed := _pressed(slot, options, sentence):
        return pressed
    if whole := reader_of(slot).whole:
        place = read_position(options, sentence) if type_of(slot).is_free_text else None
        return place or whole(slot, sentence)
    return _typed(slot, sentence, text, language, now) or read_position(options or _choices(slot), sentence)


def _pressed(slot: SlotDefinition, options: Options, sentence: Sentence) -> FoundValue | None:
    """Reads an answer as an option. Where a number is asked for, “option 2” is an option and “2” is a number."""
    if not type_of(slot).is_number:
        return read_option(options, sentence)
    return read_option(options, sentence, by_number=False) or read_position(options, sentence, bare=False)


def _typed(slot: SlotDefinition, sentence: Sentence, text: str, language: str, now: datetime) -> FoundValue | None:
    found = find_values(slot, text, language=language, now=now)
    best = _asked(found[0]) if found else None
    bare = _bare(slot, sentence)
    readings = [reading for reading in (best, bare) if reading and reading.certainty >= _LEAST]
    return max(readings, key=lambda reading: reading.certainty, default=None)


def _asked(found: FoundValue) -> FoundValue:
    if found.certainty < _LIKELY:
        return found
    return found.of_certainty(found.certainty + (1 - found.certainty) * _LIFT)


def _bare(slot: SlotDefinition, sentence: Sentence) -> FoundValue | None:
    """Reads an answer that is nothing but a number or a word that only the question explains."""
    bare = reader_of(slot).bare
    answer = Answer(sentence).without_weak_carrier()
    return bare(sentence, answer.start, answer.end) if bare else None


def _choices(slot: SlotDefinition) -> list[dict[str, str]]:
    return [{"value": choice.value} for choice in slot.choices]
