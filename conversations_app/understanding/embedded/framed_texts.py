"""Free texts that stand where the bot's own question showed the old one: “at *Aq*” and then “no, at *Ming's*”."""

import re
from collections.abc import Iterable, Mapping

from conversations_app.understanding.embedded.cues import speaks_of_changing
from conversations_app.understanding.embedded.frames import Frame
from conversations_app.understanding.embedded.words import Word, words_of
from conversations_app.understanding.values import FoundValue

_STOP = re.compile(r"[,.;:!?¿¡\n]")
# They follow a value, and are none.
_BEHIND = frozenset(
    ("instead", "please", "rather", "thank", "then", "now", "today", "and", "but", "por", "favor", "mejor", "gracias")
)
# A frame of these says nothing of a place.
_TOO_COMMON = frozenset(("", "a", "an", "the", "el", "la", "los", "las", "un", "una", "is", "es", "and", "y"))
# Nothing is called by one of these alone.
_LINKING = frozenset(
    ("on", "at", "in", "to", "for", "from", "by", "of", "en", "a", "de", "para", "con", "por", "desde")
)
_CERTAINTY = 0.7
_LONGEST = 6


def find_framed(text: str, frames: Mapping[str, Frame], taken: Iterable[FoundValue] = ()) -> dict[str, FoundValue]:
    """For each slot whose frame's word stands in the text: what follows it."""
    words = words_of(text)
    anchors = {frame.left for frame in frames.values()} - _TOO_COMMON
    occupied = [found.start for found in taken]
    values = {}
    for slot, frame in frames.items():
        if frame.left in anchors and (place := _last(words, frame.left)) is not None:
            following = _following(text, words, place, anchors, occupied)
            if following and _may_be_a_value(text, following):
                start, end = following[0].start, following[-1].end
                values[slot] = FoundValue(text[start:end], start, end, _CERTAINTY)
    return values


def _may_be_a_value(text: str, words: list[Word]) -> bool:
    return words[0].text not in _LINKING and not speaks_of_changing(text[words[0].start : words[-1].end])


def _last(words: tuple[Word, ...], wanted: str) -> int | None:
    places = [place for place, word in enumerate(words) if word.text == wanted]
    return places[-1] if places else None


def _following(
    text: str, words: tuple[Word, ...], place: int, anchors: Iterable[str], occupied: Iterable[int]
) -> list[Word]:
    """Up to the next stop, the next anchor, or a value that was found already."""
    found: list[Word] = []
    for before, word in zip(words[place:], words[place + 1 :], strict=False):
        if _STOP.search(text, before.end, word.start) or word.text in _BEHIND or word.text in anchors:
            break
        if word.start in occupied or len(found) == _LONGEST:
            break
        found.append(word)
    return found
