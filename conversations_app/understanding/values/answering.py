import re
from collections.abc import Callable
from datetime import datetime

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.dates import read_bare_date
from conversations_app.understanding.values.finding import find_values
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.lists import read_list
from conversations_app.understanding.values.objects import read_object
from conversations_app.understanding.values.options import Options, read_option
from conversations_app.understanding.values.positions import read_position
from conversations_app.understanding.values.sentence import Sentence, sentence_of
from conversations_app.understanding.values.texts import read_text
from conversations_app.understanding.values.times import read_bare_time
from flows_app.flow_language import SlotDefinition, SlotType
from flows_app.languages import mixed
from flows_app.languages.parts import Answers

# What was asked for is likely, even if it is said in a bare way; what is about something else stays unlikely.
_LIKELY = 0.4
_LIFT = 0.6
_LEAST = 0.2
_NUMBERS = (SlotType.INTEGER, SlotType.NUMBER, SlotType.MONEY)
_BARE: dict[SlotType, Callable[[Sentence, int, int], FoundValue | None]] = {
    SlotType.TIME: read_bare_time,
    SlotType.DATE: read_bare_date,
}


def read_answer(
    slot: SlotDefinition, text: str, *, language: str, now: datetime, options: Options = ()
) -> FoundValue | None:
    """The answer to an open question for the slot, even if it is terse or wrapped in other words."""
    if not re.search(r"\w", text):
        return None
    sentence = sentence_of(text, language, now)
    if pressed := _pressed(slot, options, sentence):
        return pressed
    if slot.type is SlotType.TEXT:
        return read_position(options, sentence) or read_text(slot, sentence)
    if slot.type is SlotType.LIST:
        return read_list(sentence)
    if slot.type is SlotType.OBJECT:
        return read_object(slot, sentence)
    return _typed(slot, sentence, text, language, now) or read_position(options or _choices(slot), sentence)


def _pressed(slot: SlotDefinition, options: Options, sentence: Sentence) -> FoundValue | None:
    """Where a number is asked for, “option 2” is an option and “2” is a number."""
    if slot.type not in _NUMBERS:
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
    """Of an answer that is nothing but a number or a word that only the question explains."""
    answer = Answer(sentence).without_weak_carrier()
    if slot.type in _BARE:
        return _BARE[slot.type](sentence, answer.start, answer.end)
    if slot.type in (SlotType.INTEGER, SlotType.NUMBER):
        first, *others = answer.plain.split() or [""]
        is_one = first in sentence.numbers.ones and not any(word[0].isdigit() for word in others)
        is_nothing = answer.plain in mixed(Answers, sentence.language).nothing
        number = 0 if is_nothing else 1 if is_one else None
        return None if number is None else sentence.found(number, answer.start, answer.end, 0.7)
    return None


def _choices(slot: SlotDefinition) -> list[dict[str, str]]:
    return [{"value": choice.value} for choice in slot.choices]
