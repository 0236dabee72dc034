import re
import unicodedata
from collections.abc import Container
from dataclasses import astuple, dataclass, field
from functools import lru_cache

from conversations_app.understanding.acts.reading import ACTS, Act
from flows_app.languages import mixed_languages, own_part, without_region
from flows_app.languages.parts import Acts

_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[👍👎✅❌]|^\s*\?+\s*$")
_KINDS = ("closing", "alone", "opening", "weak", "filler", "polite", "linking", "joining")
_MOST_WORDS = 9

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Token:
    word: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    return [Token(_plain(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(text)]


@dataclass(frozen=True)
class Lexicon:
    """Phrases whose act is sure; `Acts` tells what each kind is for."""

    # `None`: it only looks like an act.
    acts: dict[Phrase, Act | None] = field(default_factory=dict)
    kinds: dict[str, set[Phrase]] = field(default_factory=lambda: {kind: set() for kind in _KINDS})

    def act_at(self, tokens: list[Token], at: int) -> tuple[Act | None, Phrase] | None:
        """The longest phrase from there on, and its act."""
        phrase = _longest(tokens, at, self.acts)
        return (self.acts[phrase], phrase) if phrase else None

    def kind_at(self, kind: str, tokens: list[Token], at: int) -> Phrase:
        """The longest phrase of a kind from there on; empty if there is none."""
        return _longest(tokens, at, self.kinds[kind])

    def add(self, phrases: Acts) -> None:
        for act in (None, *ACTS):
            self.acts.update((_phrase(text), act) for text in getattr(phrases, act or "nothing"))
        for kind in _KINDS:
            self.kinds[kind].update(map(_phrase, getattr(phrases, kind)))
        self.acts.update((phrase, "chitchat") for phrase in self.kinds["closing"])


def lexicon(language: str) -> Lexicon:
    """With the phrases of other languages that people mix in. Where two disagree, the language's own is right."""
    return _merged(mixed_languages(Acts, language), without_region(language))


@lru_cache
def _merged(languages: tuple[tuple[str, Acts], ...], own: str) -> Lexicon:
    merged = Lexicon()
    for _, part in sorted(languages, key=lambda pair: pair[0] == own):
        merged.add(part)
    return merged


def phrases_in(language: str) -> list[str]:
    """All phrases of one language; none if nothing is known of it."""
    acts = own_part(language, Acts)
    return [phrase for phrases in astuple(acts) for phrase in phrases] if acts else []


def _longest(tokens: list[Token], at: int, phrases: Container[Phrase]) -> Phrase:
    for length in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
        phrase = tuple(token.word for token in tokens[at : at + length])
        if phrase in phrases:
            return phrase
    return ()


def _phrase(text: str) -> Phrase:
    return tuple(token.word for token in tokens_of(text))


def _plain(word: str) -> str:
    """Without accents: many people write without."""
    decomposed = unicodedata.normalize("NFKD", word.replace("’", "'").casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character)).strip()
