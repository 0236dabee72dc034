"""Finds the offered option that an answer names by its place in the list."""

import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.options import Options
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Answers

_CERTAINTY = 0.9


@dataclass(frozen=True)
class _Patterns:
    # “The second one”, “option 2”, “la última”, “lo segundo”, “number three”, or a bare “2”.
    position: re.Pattern[str]
    # A number alone may also be a value.
    bare: re.Pattern[str]
    middle: re.Pattern[str]


@lru_cache
def _patterns(answers: Answers) -> _Patterns:
    before, of = answers.before_a_position, answers.of
    behind = answers.behind_a_position
    article = rf"(?:(?:{answers.articles_of_positions}) )?"
    middle = answers.middle
    behind_middle = answers.behind_the_middle
    return _Patterns(
        re.compile(rf"(?:(?:{before}) |#|(?:{of}) ){{0,3}}(?P<place>\d{{1,2}}(?:th|º)?|[a-z]+)(?: (?:{behind}))?"),
        re.compile(rf"{article}\d+"),
        re.compile(rf"{article}(?:{middle})(?: (?:{behind_middle}))?"),
    )


def read_position(options: Options, sentence: Sentence, *, bare: bool = True) -> FoundValue | None:
    """Counted from the end, if it is the last. `bare` tells whether “2” will do, or must be “option 2”."""
    answer = Answer(sentence)
    patterns = _patterns(mixed(Answers, sentence.language))
    if not bare and patterns.bare.fullmatch(answer.plain):
        return None
    place = _middle(options, answer, patterns.middle) or _place(answer, patterns.position)
    if not place or not -len(options) <= place <= len(options):
        return None
    chosen = options[place - 1 if place > 0 else place]
    return sentence.found(chosen["value"], answer.start, answer.end, _CERTAINTY)


def _middle(options: Options, answer: Answer, pattern: re.Pattern[str]) -> int | None:
    """Gives the middle place of three options; with more, “the middle one” is not certain."""
    match = pattern.fullmatch(answer.sentence.plain, answer.start, answer.end)
    return 2 if match and len(options) == 3 else None


def _place(answer: Answer, pattern: re.Pattern[str]) -> int | None:
    match = pattern.fullmatch(answer.sentence.plain, answer.start, answer.end)
    if match is None:
        return None
    digits = re.match(r"\d+", match["place"])
    ordinals = part_of(answer.sentence.language, Answers).ordinals
    return int(digits.group()) if digits else ordinals.get(match["place"])
