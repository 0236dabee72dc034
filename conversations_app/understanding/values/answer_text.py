"""Strips the words around an answer: “uhm, it's Ana, please” is “Ana”."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import part_of
from flows_app.languages.parts import Answers, Words, alternatives


class Answer:
    """Place of the answer proper in the plain text, and whether words introduced it."""

    def __init__(self, sentence: Sentence):
        self.sentence = sentence
        self.start, self.end = 0, len(sentence.plain)
        self.introduced = False
        self._patterns = _patterns(sentence.language)
        self._strip_courtesies()
        self._strip_fillers()
        for _ in range(3):
            if not self.strip(self._patterns.carriers):
                break
        self._strip_courtesies()

    @property
    def plain(self) -> str:
        return self.sentence.plain[self.start : self.end]

    def span(self) -> tuple[int, int]:
        """Gives the place of the answer in the original text."""
        found = self.sentence.found(None, self.start, self.end, 1)
        # The end of a text that was too long to be read still belongs to the answer.
        return found.start, len(self.sentence.text.rstrip()) if self.sentence.is_cut else found.end

    def without_weak_carrier(self, *, articles: bool = True) -> "Answer":
        """Strips the words before a short answer, as in “I'm Ana” and “para Ana”."""
        if not self.strip(self._patterns.weak) and articles:
            self.strip(self._patterns.articles)
        return self

    def strip(self, pattern: re.Pattern[str]) -> bool:
        """Whether there was such a carrier, with something behind it."""
        match = pattern.match(self.sentence.plain, self.start, self.end)
        if match is None or match.end() >= self.end:
            return False
        self.start, self.introduced = match.end(), True
        return True

    def _strip_fillers(self) -> None:
        while match := _FIRST_WORD.match(self.sentence.plain, self.start, self.end):
            vocabulary = self.sentence.vocabulary
            # “Thanks, Ana” is Ana, and “thanks for all” is what it says.
            is_said = match["word"] in vocabulary.courtesies and not match["mark"].strip()
            if match["word"] not in vocabulary.fillers or is_said or match.end() >= self.end:
                break
            self.start = match.end()

    def _strip_courtesies(self) -> None:
        while match := self._patterns.courtesy.search(self.sentence.plain, max(self.start, self.end - 25), self.end):
            if match.start() <= self.start:
                break
            self.end = match.start()


_FIRST_WORD = re.compile(r"(?P<word>[a-z]+)(?P<mark>[ ,.!…-]*)")


@dataclass(frozen=True)
class _Patterns:
    carriers: re.Pattern[str]
    weak: re.Pattern[str]
    # “La Ana” is Ana, but “La Coruña” is what it is called.
    articles: re.Pattern[str]
    courtesy: re.Pattern[str]


def _patterns(language: str) -> _Patterns:
    return _patterns_of(part_of(language, Answers), part_of(language, Words))


@lru_cache
def _patterns_of(answers: Answers, words: Words) -> _Patterns:
    carriers = "|".join(sorted(answers.carriers.split("|"), key=len, reverse=True))
    kind = alternatives((*words.courtesies, *words.hedges))
    return _Patterns(
        carriers=re.compile(rf"(?:{answers.naming or '(?!)'}|{carriers or '(?!)'})[ ,:]+"),
        weak=re.compile(rf"(?:{answers.weak_carriers or '(?!)'}) "),
        articles=re.compile(rf"(?:{answers.articles_of_names or '(?!)'}) "),
        courtesy=re.compile(rf"(?:(?:[,.!;… ]|\b)(?:{kind})|[ .,!?;…]){{1,4}}$"),
    )
