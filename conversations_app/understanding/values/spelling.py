from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from conversations_app.understanding.values.languages import vocabulary_of

_SHORTEST = 5
# A second wrong letter is allowed from this length on.
_LONG = 8


@lru_cache(maxsize=16_384)
def respelled(word: str, language: str) -> str:
    """A misspelled calendar word set right. Numbers are only looked up, not guessed: “there” is close to “three”."""
    vocabulary = vocabulary_of(language)
    known = vocabulary.number_spellings.get(word) or vocabulary.calendar_spellings.get(word)
    if known or len(word) < _SHORTEST or word in vocabulary.calendar_words:
        return known or word
    alike = [right for right in vocabulary.calendar_words if right[0] == word[0] and right.removesuffix("s") != word]
    best = process.extractOne(word, alike, scorer=OSA.distance, score_cutoff=2 if len(word) >= _LONG else 1)
    return best[0] if best and not word.startswith(best[0]) else word
