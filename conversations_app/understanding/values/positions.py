"""What was offered, by where it stands in the list."""

import re

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.options import Options
from conversations_app.understanding.values.sentence import Sentence

# “The second one”, “option 2”, “la última”, “lo segundo”, “number three”, or a bare “2”.
_POSITION = re.compile(
    r"(?:(?:the|my|el|la|lo|los|las|number|numero|option|opcion|choice|no\.|nr|num|n\.?º) |#|of |de ){0,3}"
    r"(?P<place>\d{1,2}(?:th|º)?|[a-z]+)"
    r"(?: (?:one|option|choice|opcion|alternativa|answer|of them|of those|of all|de todas|de todos|de ellas|de ellos))?"
)
# A number alone may also be a value.
_BARE = re.compile(r"(?:(?:the|el|la|lo|los|las) )?\d+")
_MIDDLE = re.compile(
    r"(?:(?:the|el|la|lo) )?(?:middle|central|(?:one )?in the middle|(?:de|del|de en|de el) (?:medio|centro)|en medio)"
    r"(?: (?:one|option|opcion))?"
)
_CERTAINTY = 0.9


def read_position(options: Options, sentence: Sentence, *, bare: bool = True) -> FoundValue | None:
    """Counted from the end, if it is the last. `bare` tells whether “2” will do, or must be “option 2”."""
    answer = Answer(sentence)
    if not bare and _BARE.fullmatch(answer.plain):
        return None
    place = _middle(options, answer) or _place(answer)
    if not place or not -len(options) <= place <= len(options):
        return None
    chosen = options[place - 1 if place > 0 else place]
    return sentence.found(chosen["value"], answer.start, answer.end, _CERTAINTY)


def _middle(options: Options, answer: Answer) -> int | None:
    """Of three: of more of them, nobody is sure to mean one."""
    match = _MIDDLE.fullmatch(answer.sentence.plain, answer.start, answer.end)
    return 2 if match and len(options) == 3 else None


def _place(answer: Answer) -> int | None:
    match = _POSITION.fullmatch(answer.sentence.plain, answer.start, answer.end)
    if match is None:
        return None
    digits = re.match(r"\d+", match["place"])
    return int(digits.group()) if digits else answer.sentence.vocabulary.ordinal_words.get(match["place"])
