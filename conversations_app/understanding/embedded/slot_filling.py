"""Assigns words of a message to slots. No words go to two slots; where two have the same claim, none gets them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from conversations_app.understanding.embedded.frames import Frame
from conversations_app.understanding.embedded.slot_words import stand_beside
from conversations_app.understanding.embedded.words import words_of
from conversations_app.understanding.values import UNASKED, FoundValue, MarkedExamples, find_values
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Names
from flows_app.slot_types import type_of

# Evidence for a slot, added to the certainty of the value itself.
_IN_AN_EXAMPLE = 0.4
_BESIDE_ITS_WORDS = 0.3
_AS_THE_BOT_SAID_IT = 0.35
# Two claims as close as this can't be told apart.
_TOO_CLOSE = 0.05


@dataclass(frozen=True)
class _Claim:
    slot: str
    found: FoundValue
    strength: float


@dataclass(frozen=True)
class SlotFiller:
    text: str
    language: str
    now: datetime
    examples: MarkedExamples | None = None
    frames: Mapping[str, Frame] = field(default_factory=dict)

    def fill(self, slots: Mapping[str, SlotDefinition], taken: Iterable[FoundValue] = ()) -> dict[str, FoundValue]:
        """Values for these slots, among the words that are not taken yet."""
        given: dict[str, FoundValue] = {}
        occupied = list(taken)
        claims = sorted(self._claims(slots), key=lambda claim: (-claim.strength, claim.found.start))
        for claim in claims:
            if claim.slot in given or any(claim.found.overlaps(other) for other in occupied):
                continue
            if self._is_disputed(claim, claims, given):
                continue
            given[claim.slot] = claim.found
            occupied.append(claim.found)
        return given

    def _claims(self, slots: Mapping[str, SlotDefinition]) -> Iterator[_Claim]:
        marked = self.examples.find(self.text, language=self.language, now=self.now) if self.examples else {}
        words = words_of(self.text)
        for name, slot in slots.items():
            if name in marked and (not type_of(slot).is_free_text or _is_a_name(marked[name], self.language)):
                yield _Claim(name, marked[name], marked[name].certainty + _IN_AN_EXAMPLE)
            if not type_of(slot).is_told_unasked:
                continue
            frame = self.frames.get(name, Frame())
            for found in find_values(slot, self.text, language=self.language, now=self.now):
                beside = stand_beside(slot, words, found.start, found.end, self.language)
                framed = frame.fits(words, found.start, found.end)
                if found.certainty >= UNASKED or beside or framed:
                    bonus = _BESIDE_ITS_WORDS * beside + _AS_THE_BOT_SAID_IT * framed
                    yield _Claim(name, found, found.certainty + bonus)

    def _is_disputed(self, claim: _Claim, claims: Iterable[_Claim], given: Mapping[str, FoundValue]) -> bool:
        """Whether another empty slot has as good a claim on the same words."""
        return any(
            other.slot != claim.slot
            and other.slot not in given
            and other.found.overlaps(claim.found)
            and abs(other.strength - claim.strength) < _TOO_CLOSE
            for other in claims
        )


def _is_a_name(found: FoundValue, language: str) -> bool:
    """Whether it begins as somebody's or something's name, not as a part of the sentence."""
    words = words_of(str(found.value))
    return bool(words) and words[0].text not in mixed(Names, language).no_names
