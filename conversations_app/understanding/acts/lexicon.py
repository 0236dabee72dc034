import re
import tomllib
import unicodedata
from collections.abc import Container
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from conversations_app.understanding.acts.reading import ACTS, Act

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
    """Phrases whose act is sure; `lexicon.toml` tells what each kind is for."""

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

    def add(self, phrases: dict[str, list[str]]) -> None:
        for act in (None, *ACTS):
            self.acts.update((_phrase(text), act) for text in phrases[act or "none"])
        for kind in _KINDS:
            self.kinds[kind].update(map(_phrase, phrases[kind]))
        self.acts.update((phrase, "chitchat") for phrase in self.kinds["closing"])


@cache
def lexicon(language: str) -> Lexicon:
    """All languages': people mix them. Where two disagree, the bot's own is right."""
    languages = _read()
    merged = Lexicon()
    for name in sorted(languages, key=lambda name: name == language):
        merged.add(languages[name])
    return merged


def phrases_in(language: str) -> list[str]:
    """All phrases of one language; none if it is not ours."""
    return [phrase for phrases in _read().get(language, {}).values() for phrase in phrases]


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("lexicon.toml").read_text(encoding="utf-8"))


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
