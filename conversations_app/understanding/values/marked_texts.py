import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conversations_app.understanding.values.dates import find_days
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.lists import split_items
from conversations_app.understanding.values.markers import Marker, Word, agreeing_backwards, words_of
from conversations_app.understanding.values.naming import ends_name, is_determiner, is_name, is_text, takes_name
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence
from conversations_app.understanding.values.times import find_clocks
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

_LONGEST = 12
# A phrase of another kind ends a text only if it is clearly one.
_KNOWN = 0.6
_CLEARLY = 0.85
# Behind “called” there is a name, whatever it looks like.
_FIRM = 0.7
_STOP = re.compile(r"[.;:?!\n]|,")
_STOP_OF_A_LIST = re.compile(r"[.;?!]")


@dataclass(frozen=True)
class _Scene:
    """A sentence, and what is known of it already."""

    sentence: Sentence
    words: Sequence[Word]
    found: Mapping[str, FoundValue]
    # Phrases that a text does not go on into.
    known: Sequence[FoundValue]

    def enters_known(self, word: Word, first: Word | None) -> bool:
        """Whether a phrase goes on here that is no text. If the first word of the text is given, the phrase that it
        begins does not count: a song can be called “Sunday Morning”."""
        return any(
            reading.start <= word.start < reading.end
            and not (first and reading.start <= first.start and reading not in self.found.values())
            for reading in self.known
        )


class MarkedTexts:
    """Texts and lists by the words that stand around their markers in the examples."""

    def __init__(self, markers: Sequence[Marker], own_words: frozenset[str], slots: Mapping[str, SlotDefinition]):
        self._markers = markers
        self._own_words = own_words
        self._slots = slots

    def find(
        self, sentence: Sentence, found: Mapping[str, FoundValue], known: Sequence[FoundValue]
    ) -> dict[str, FoundValue]:
        scene = _Scene(sentence, words_of(sentence.text[:LONGEST_READ]), found, _boundaries(sentence, found, known))
        texts: dict[str, FoundValue] = {}
        for reading, marker in sorted(self._candidates(scene), key=lambda pair: -pair[0].certainty):
            if marker.slot not in texts and not any(reading.overlaps(other) for other in texts.values()):
                texts[marker.slot] = reading
        return texts

    def _candidates(self, scene: _Scene) -> Iterator[tuple[FoundValue, Marker]]:
        for marker in self._markers:
            for start, certainty in self._starts(marker, scene):
                reading = self._read(marker, start, certainty, scene)
                if reading:
                    yield reading, marker

    def _starts(self, marker: Marker, scene: _Scene) -> Iterator[tuple[int, float]]:
        """Where its text may begin, by number of the word, and how likely that is."""
        if marker.before:
            yield from _behind_anchor(marker, scene)
        elif marker.follows and marker.follows in scene.found:
            end = scene.found[marker.follows].end
            yield next((place for place, word in enumerate(scene.words) if word.start >= end), len(scene.words)), 0.7
        elif marker.follows is None and marker.after:
            fillers = scene.sentence.vocabulary.fillers
            yield next((place for place, word in enumerate(scene.words) if word.word not in fillers), 0), 0.45

    def _read(self, marker: Marker, start: int, certainty: float, scene: _Scene) -> FoundValue | None:
        end, closed = self._end(marker, start, scene, firm=certainty >= _FIRM)
        words = scene.words[start:end]
        connectors = scene.sentence.vocabulary.connectors
        while words and words[-1].word in connectors:
            words = words[:-1]
        if (
            not words
            or not self._can_be_value(marker.slot, words, scene)
            or (not marker.before and not marker.follows and not closed)
        ):
            return None
        text = scene.sentence.text[words[0].start : words[-1].end]
        is_list = type_of(self._slots[marker.slot]).is_list
        value = split_items(text, scene.sentence.language) if is_list else text
        return FoundValue(value, words[0].start, words[-1].end, round(min(certainty + 0.15 * closed, 0.95), 3))

    def _can_be_value(self, slot: str, words: Sequence[Word], scene: _Scene) -> bool:
        """Not the verb of an example, as “send” in “I want to send”, nor “somebody” for a name."""
        language = scene.sentence.language
        first = words[0].word
        if first in self._own_words and first not in scene.sentence.vocabulary.stop_words:
            return False
        return is_text(words, language) and (not takes_name(self._slots[slot]) or is_name(words, language))

    def _end(self, marker: Marker, start: int, scene: _Scene, *, firm: bool) -> tuple[int, bool]:
        """The number of the word behind the text, and whether the example's own words closed it."""
        text, words = scene.sentence.text, scene.words
        is_list = type_of(self._slots[marker.slot]).is_list
        stop = _STOP_OF_A_LIST if is_list else _STOP
        named = takes_name(self._slots[marker.slot])
        anchors = {other.before[-1] for other in self._markers if other.slot != marker.slot and other.before}
        for place in range(start, min(len(words), start + (_LONGEST * 3 if is_list else _LONGEST))):
            if place > start and stop.search(text, words[place - 1].end, words[place].start):
                return place, False
            if marker.after and _agrees(words, place, marker.after):
                return place, place > start
            if place > start and (words[place].word in anchors or _is_courtesy(words, place, scene.sentence)):
                return place, False
            if named and place > start and ends_name(words, place, scene.sentence.language):
                return place, False
            if scene.enters_known(words[place], words[start] if firm else None):
                return place, False
        return min(len(words), start + _LONGEST * 3 if is_list else start + _LONGEST), False


def _behind_anchor(marker: Marker, scene: _Scene) -> Iterator[tuple[int, float]]:
    vocabulary = scene.sentence.vocabulary
    for place, word in enumerate(scene.words):
        if word.word != marker.before[-1]:
            continue
        agreeing = agreeing_backwards(scene.words[: place + 1], marker.before)
        before = scene.words[place - 1].word if place else ""
        if agreeing == 1 and (before in vocabulary.before_a_verb or is_determiner(word.word, vocabulary.language)):
            continue  # “want to go”; and “a mate”, where an example has the Spanish “a”
        adjacent = marker.follows in scene.found and _follows(scene, place - agreeing, marker.follows)
        weak = agreeing == 1 and word.word in vocabulary.stop_words
        yield place + 1, (0.55 if weak else 0.6 + 0.1 * min(agreeing, 3)) + 0.2 * adjacent


def _follows(scene: _Scene, place: int, slot: str | None) -> bool:
    """Whether the word at a place is the last one of a slot's value."""
    reading = scene.found[slot] if slot else None
    return reading is not None and place >= 0 and reading.start <= scene.words[place].start < reading.end


def _agrees(words: Sequence[Word], place: int, after: tuple[str, ...]) -> bool:
    """The first two words are enough."""
    return [word.word for word in words[place : place + 2]][: len(after)] == list(after[:2])


def _is_courtesy(words: Sequence[Word], place: int, sentence: Sentence) -> bool:
    rest = " ".join(word.word for word in words[place : place + 3])
    return any(rest == courtesy or rest.startswith(f"{courtesy} ") for courtesy in sentence.vocabulary.courtesies)


def _boundaries(sentence: Sentence, found: Mapping[str, FoundValue], known: Sequence[FoundValue]) -> list[FoundValue]:
    """Days and times end a text whether or not there is a slot for them."""
    clearly = [*find_days(sentence), *find_clocks(sentence)]
    return [
        *found.values(),
        *(reading for reading in known if reading.certainty >= _KNOWN),
        *(reading for reading in clearly if reading.certainty >= _CLEARLY),
    ]
