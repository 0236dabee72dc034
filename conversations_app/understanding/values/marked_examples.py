from collections.abc import Iterable
from datetime import datetime

from conversations_app.understanding.values.finding import find_values
from conversations_app.understanding.values.found import UNASKED, FoundValue
from conversations_app.understanding.values.marked_texts import MarkedTexts
from conversations_app.understanding.values.markers import Word, agreeing_backwards, markers_of, own_words, words_of
from conversations_app.understanding.values.sentence import sentence_of
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Words
from flows_app.slot_types import type_of

_ANCHORED = 0.3
_BY_THE_WORD = 0.05
_LEAST = 0.25
_REACH = 40


class MarkedExamples:
    """Finds values by trigger examples with `{slot}` markers, which show where values stand.

    “send {amount} to {recipient}” finds both in “please send 50 bucks to Ana from savings”: values of a type by their
    form, and of two slots of the same type each by the word before it; texts by the words around them.
    """

    def __init__(self, triggers: Iterable[str], slots: Iterable[SlotDefinition]):
        examples = tuple(triggers)
        self._slots = {slot.name: slot for slot in slots}
        self._markers = [marker for marker in markers_of(examples) if marker.slot in self._slots]
        marked = dict.fromkeys(marker.slot for marker in self._markers)
        self._typed = [self._slots[name] for name in marked if not _is_told_by_its_words(self._slots[name])]
        self._texts = MarkedTexts(
            [marker for marker in self._markers if _is_told_by_its_words(self._slots[marker.slot])],
            own_words(examples),
            {name: self._slots[name] for name in marked},
        )

    def find(self, text: str, *, language: str, now: datetime) -> dict[str, FoundValue]:
        """Finds values, by the name of the slot."""
        if not self._markers or not text.strip():
            return {}
        found = self._find_typed(text, language, now)
        others = [slot for name, slot in self._slots.items() if name not in found and not _is_told_by_its_words(slot)]
        known = [reading for slot in others for reading in find_values(slot, text, language=language, now=now)]
        return found | self._texts.find(sentence_of(text, language, now), found, known)

    def _find_typed(self, text: str, language: str, now: datetime) -> dict[str, FoundValue]:
        """The best pairs of slot and reading first; no two slots share words."""
        pairs = [
            (*self._anchored(slot, reading, text, language), slot.name)
            for slot in self._typed
            for reading in find_values(slot, text, language=language, now=now)
        ]
        found: dict[str, FoundValue] = {}
        for _, reading, name in sorted(pairs, key=lambda pair: -pair[0]):
            if name not in found and not any(reading.overlaps(other) for other in found.values()):
                found[name] = reading
        return {name: reading for name, reading in found.items() if reading.certainty >= UNASKED}

    def _anchored(
        self, slot: SlotDefinition, reading: FoundValue, text: str, language: str
    ) -> tuple[float, FoundValue]:
        """Gives a reading with its rank: more certain behind the words that stand there in an example."""
        before = _words_before(text, reading, language)
        markers = (marker for marker in self._markers if marker.slot == slot.name)
        agreeing = max((agreeing_backwards(before, marker.before) for marker in markers), default=0)
        if not agreeing or reading.certainty < _LEAST:
            return reading.certainty, reading
        raised = reading.certainty + _ANCHORED
        return raised + _BY_THE_WORD * agreeing, reading.of_certainty(raised)


def _is_told_by_its_words(slot: SlotDefinition) -> bool:
    """Whether only the words around a value tell it."""
    slot_type = type_of(slot)
    return slot_type.is_free_text or slot_type.is_list


def _words_before(text: str, reading: FoundValue, language: str) -> list[Word]:
    """Gives the words before the value, with its own “at” if it is a time: that belongs to the example too."""
    before = words_of(text[max(0, reading.start - _REACH) : reading.start])
    own = words_of(text[reading.start : reading.end])[:1]
    leads = own and own[0].word in mixed(Words, language).before_a_time
    return [*before, *own] if leads else before
