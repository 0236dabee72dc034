"""Free texts that stand where the bot's own question showed the old one: “at *Aq*” and then “no, at *Ming's*”."""

import re
from collections.abc import Container, Iterable, Mapping

from conversations_app.understanding.embedded.cues import speaks_of_changing
from conversations_app.understanding.embedded.frames import Frame
from conversations_app.understanding.embedded.words import Word, words_of
from conversations_app.understanding.values import FoundValue
from flows_app.languages import mixed
from flows_app.languages.parts import Cues

_STOP = re.compile(r"[,.;:!?¿¡\n]")
_CERTAINTY = 0.7
_LONGEST = 6


def find_framed(
    text: str, frames: Mapping[str, Frame], taken: Iterable[FoundValue] = (), *, language: str
) -> dict[str, FoundValue]:
    """For each slot whose frame's word stands in the text: what follows it."""
    words, cues = words_of(text), mixed(Cues, language)
    anchors = {frame.left for frame in frames.values()} - {""} - cues.too_common
    ends = anchors | cues.behind_a_value
    occupied = [found.start for found in taken]
    values = {}
    for slot, frame in frames.items():
        if frame.left in anchors and (place := _last(words, frame.left)) is not None:
            following = _following(text, words, place, ends, occupied)
            if following and _may_be_a_value(text, following, language):
                start, end = following[0].start, following[-1].end
                values[slot] = FoundValue(text[start:end], start, end, _CERTAINTY)
    return values


def _may_be_a_value(text: str, words: list[Word], language: str) -> bool:
    """Nothing is called by a linking word alone."""
    links = words[0].text in mixed(Cues, language).linking
    return not links and not speaks_of_changing(text[words[0].start : words[-1].end], language)


def _last(words: tuple[Word, ...], wanted: str) -> int | None:
    places = [place for place, word in enumerate(words) if word.text == wanted]
    return places[-1] if places else None


def _following(
    text: str, words: tuple[Word, ...], place: int, ends: Container[str], occupied: Container[int]
) -> list[Word]:
    """Up to the next stop, the next word that ends a value, or a value that was found already."""
    found: list[Word] = []
    for before, word in zip(words[place:], words[place + 1 :], strict=False):
        if _STOP.search(text, before.end, word.start) or word.text in ends:
            break
        if word.start in occupied or len(found) == _LONGEST:
            break
        found.append(word)
    return found
