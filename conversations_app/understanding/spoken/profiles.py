"""A language as its words and their parts: how likely it has a word, seen before or not."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from conversations_app.understanding.spoken.samples import samples_of
from conversations_app.understanding.values.folding import fold
from flows_app.languages import own_part
from flows_app.languages.parts import Acts, Samples

_NO_WORDS = re.compile(r"\S*(?:@|://|www\.|_)\S*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LENGTHS_OF_PARTS = (2, 3, 4)
# As if each language had seen every word and every part so often.
_UNSEEN = 0.5
# A longer word has more parts to judge by, up to this many.
_MOST_PARTS = 6


def words_of(text: str) -> list[str]:
    """Without addresses of mail and the web, and names of things in programs."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(_NO_WORDS.sub(" ", text))]


@dataclass(frozen=True)
class Profile:
    words: Mapping[str, int]
    parts: Mapping[str, float]
    all_words: float
    all_parts: float

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Profile":
        seen = Counter(word for text in texts for word in words_of(text))
        words: Counter[str] = Counter()
        parts: dict[str, float] = defaultdict(float)
        for word, count in seen.items():
            words[fold(word)] += count
            for spelling in {word, fold(word)}:
                for part in _parts_of(spelling):
                    parts[part] += 1 + math.log(count)
        return cls(dict(words), dict(parts), sum(words.values()) + 1, sum(parts.values()) + 1)

    def knows(self, word: str) -> bool:
        return fold(word) in self.words

    def likelihood(self, word: str) -> float:
        """How likely the language has this word, which some language knows."""
        return math.log((self.words.get(fold(word), 0) + _UNSEEN) / self.all_words)

    def likelihood_by_spelling(self, word: str) -> float:
        parts = _parts_of(word)
        mean = sum(math.log((self.parts.get(part, 0) + _UNSEEN) / self.all_parts) for part in parts) / len(parts)
        return mean * min(len(word) + 1, _MOST_PARTS) / 2


def profile_of(language: str) -> Profile | None:
    """None for a language that nothing is known of."""
    return _profile(language, own_part(language, Acts), own_part(language, Samples))


@cache
def _profile(language: str, acts: Acts | None, samples: Samples | None) -> Profile | None:
    """Kept by what the samples are made of, beside Django's translations."""
    profile = Profile.of(samples_of(language))
    return profile if profile.words else None


def _parts_of(word: str) -> list[str]:
    padded = f" {word} "
    return [padded[at : at + length] for length in _LENGTHS_OF_PARTS for at in range(len(padded) - length + 1)]
