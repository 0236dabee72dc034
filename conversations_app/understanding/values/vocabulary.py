from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language, folded: without accents, in lower case."""

    language: str
    # “one” and “un” are numbers only behind certain words; at the beginning, “one” is and “un” is not.
    ones: frozenset[str]
    before_a_one: frozenset[str]
    one_begins: bool
    # “cuarto” is the fourth, but for “las ocho y cuarto”.
    quarters: frozenset[str]
    before_a_quarter: frozenset[str]
    behind_a_quarter: frozenset[str]
    # Close to numbers: “dressed to the nines”.
    no_numbers: frozenset[str]
    # No number behind this word: “diez por ciento”.
    no_numbers_behind: Mapping[str, str]
    # As people misspell numbers, and as `text2num` wants them spelled.
    number_spellings: Mapping[str, str]
    multipliers: Mapping[str, int]
    # Numbers that are nouns: “a dozen”.
    collectives: Mapping[str, int]
    articles: str
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    # Calendar words long enough that a wrong letter still tells them.
    calendar_words: tuple[str, ...]
    calendar_spellings: Mapping[str, str]
    # Words that say nothing of their own, at the beginning of an answer and anywhere.
    fillers: frozenset[str]
    stop_words: frozenset[str]
    # They lead over to what comes next: a text does not end with one.
    connectors: frozenset[str]
    # “want to go”: the verbs before a word that otherwise leads over to somebody.
    before_a_verb: frozenset[str]
    courtesies: tuple[str, ...]
    # “Manchester, I guess”.
    hedges: tuple[str, ...]
    # “not checking, savings”: what follows is not meant; the soft ones only if something else is.
    negations: str
    soft_negations: str
    not_negated: str
    # “move it from 6 to 7”: what stands between these two words gives way to what follows.
    changing: str
    given_up: str
    taken_up: str
    # Between the last two things of a list.
    list_words: str
    yes: frozenset[str]
    no: frozenset[str]
    ordinal_words: Mapping[str, int]
    question_words: frozenset[str]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


def alternatives(of: Iterable[str]) -> str:
    """For a pattern: the longest first, so that “march” is not read as “mar”."""
    return "|".join(sorted(of, key=lambda word: (-len(word), word)))
