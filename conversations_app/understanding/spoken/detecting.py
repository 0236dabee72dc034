"""Which of some languages a text is written in, and how much speaks for that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conversations_app.understanding.spoken.profiles import Profile, profile_of, words_of

# No single word decides: the most that one speaks against a language, and one that is only judged by its spelling.
_MOST, _MOST_BY_SPELLING = 4.0, 2.0
_SPELLING_COUNTS = 0.5
# From here on a word speaks for a language.
_SPEAKS = 1.0


@dataclass(frozen=True)
class Evidence:
    """For the likeliest language against the current one."""

    language: str
    weight: float = 0.0
    # How many words speak for it that it is known to have; names are judged by their spelling alone.
    words: int = 0


def weigh(text: str, current: str, languages: Sequence[str], shown: frozenset[str] = frozenset()) -> Evidence:
    """Words that the bot has just shown may be repeated in any language: they don't speak against the current one, and
    names among them say nothing. Nor does a single word speak against the current language if that has it too."""
    profiles, words = _profiles(current, languages), words_of(text)
    if current not in profiles or len(profiles) == 1 or (len(words) == 1 and profiles[current].knows(words[0])):
        return Evidence(current)
    against = {word: _against(word, profiles) for word in words}
    for word in shown & against.keys():
        if _is_known(word, profiles):
            against[word][current] = 0.0
        else:
            del against[word]
    totals = {language: sum(weights[language] for weights in against.values()) for language in profiles}
    best = min(totals, key=lambda language: (totals[language], language != current))
    speaking = sum(
        weights[current] - weights[best] >= _SPEAKS and profiles[best].knows(word) for word, weights in against.items()
    )
    return Evidence(best, totals[current] - totals[best], speaking)


def _profiles(current: str, languages: Sequence[str]) -> dict[str, Profile]:
    """One language of each kind: “es” and “es-MX” can't be told apart."""
    by_kind: dict[str, str] = {}
    for language in (current, *languages):
        by_kind.setdefault(language.partition("-")[0].lower(), language)
    found = {language: profile_of(language) for language in by_kind.values()}
    return {language: profile for language, profile in found.items() if profile}


def _against(word: str, profiles: Mapping[str, Profile]) -> dict[str, float]:
    """How much a word speaks against each language: nothing against the one that is likeliest to have it."""
    if _is_known(word, profiles):
        likely, weight, most = {code: profile.likelihood(word) for code, profile in profiles.items()}, 1.0, _MOST
    else:
        likely = {code: profile.likelihood_by_spelling(word) for code, profile in profiles.items()}
        weight, most = _SPELLING_COUNTS, _MOST_BY_SPELLING
    best = max(likely.values())
    return {code: min(most, weight * (best - value)) for code, value in likely.items()}


def _is_known(word: str, profiles: Mapping[str, Profile]) -> bool:
    return any(profile.knows(word) for profile in profiles.values())
