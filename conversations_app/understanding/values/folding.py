"""Letters as people type them: case and accents do not count."""

import unicodedata
from functools import lru_cache

# Words come again and again, whole messages don't.
_WORD_LENGTH = 40
_APOSTROPHES = {"’": "'", "‘": "'", "´": "'", "`": "'"}


@lru_cache(maxsize=4096)
def folded_letter(letter: str) -> str:
    """One letter or none: an accent that is a character of its own goes."""
    if unicodedata.combining(letter):
        return ""
    lowered = unicodedata.normalize("NFD", letter)[0].lower()
    return _APOSTROPHES.get(lowered, lowered[0])


def fold(text: str) -> str:
    return _folded_word(text) if len(text) <= _WORD_LENGTH else "".join(map(folded_letter, text))


@lru_cache(maxsize=16_384)
def _folded_word(word: str) -> str:
    return "".join(map(folded_letter, word))


@lru_cache(maxsize=16_384)
def singular(word: str) -> str:
    """A rough singular of a folded word, in English as in Spanish: only for telling whether two words are the same."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("ses", "s"), ("ces", "z"), ("nes", "n")):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word.removesuffix(ending) + instead
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
