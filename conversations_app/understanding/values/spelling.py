from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from flows_app.languages.parts import Dates, Numbers

_SHORTEST = 5
# A second wrong letter is allowed from this length on.
_LONG = 8


@lru_cache(maxsize=16_384)
def respelled(word: str, numbers: Numbers, dates: Dates) -> str:
    """A misspelled calendar word set right. Numbers are only looked up, not guessed: “there” is close to “three”."""
    known = numbers.spellings.get(word) or dates.spellings.get(word)
    if known or len(word) < _SHORTEST or word in dates.calendar_words:
        return known or word
    alike = [right for right in dates.calendar_words if right[0] == word[0] and right.removesuffix("s") != word]
    best = process.extractOne(word, alike, scorer=OSA.distance, score_cutoff=2 if len(word) >= _LONG else 1)
    return best[0] if best and not word.startswith(best[0]) else word
