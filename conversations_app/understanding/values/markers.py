import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from conversations_app.understanding.values.folding import fold

_MARKER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True)
class Word:
    """A word of a text, folded, and where it stands."""

    word: str
    start: int
    end: int


@dataclass(frozen=True)
class Marker:
    """A slot's place in an example: between its own words, which are folded, and other markers."""

    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    # The slot of the marker before it.
    follows: str | None = None


def words_of(text: str) -> list[Word]:
    return [Word(fold(match.group()), *match.span()) for match in _WORD.finditer(text)]


def markers_of(triggers: Iterable[str]) -> Iterator[Marker]:
    for trigger in triggers:
        # Literal, slot, literal, slot, …, literal.
        parts = _MARKER.split(trigger)
        literals = [tuple(word.word for word in words_of(literal)) for literal in parts[::2]]
        slots = parts[1::2]
        for place, slot in enumerate(slots):
            yield Marker(slot, literals[place], literals[place + 1], slots[place - 1] if place else None)


def agreeing_backwards(words: Sequence[Word], before: tuple[str, ...]) -> int:
    """How many words before a place are those before the marker."""
    pairs = zip(reversed(words), reversed(before), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].word == pair[1], pairs))


def own_words(triggers: Iterable[str]) -> frozenset[str]:
    """All words of the examples but the slots' names."""
    return frozenset(word.word for trigger in triggers for word in words_of(_MARKER.sub(" ", trigger)))
