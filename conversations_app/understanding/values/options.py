"""What was offered: by its label, or by where it stands in the list."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.choices import find_named
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.negation import without_negated
from conversations_app.understanding.values.sentence import Sentence

Options = Sequence[Mapping[str, Any]]

# “The second one”, “option 2”, “la última”, “number three”, or a bare “2”.
_POSITION = re.compile(
    r"(?:(?:the|el|la|los|las|number|numero|option|opcion|no\.|nr|num) |#){0,3}(?P<place>\d{1,2}(?:th|º)?|[a-z]+)"
    r"(?: (?:one|option|choice|opcion|alternativa|answer|of them|de todas|de ellas))?"
)


def read_option(options: Options, sentence: Sentence) -> FoundValue | None:
    """The one option whose label or value is named."""
    named = [(option["value"], str(name)) for option in options for name in _names(option)]
    found = without_negated(find_named(named, sentence), sentence.text, sentence.language) if named else []
    return found[0] if len({str(reading.value) for reading in found}) == 1 else None


def read_position(options: Options, sentence: Sentence) -> FoundValue | None:
    """By where it stands in the list; from its end, if it is the last."""
    answer = Answer(sentence)
    match = _POSITION.fullmatch(sentence.plain, answer.start, answer.end)
    place = _place(match["place"], sentence) if match else None
    if place is None or not -1 <= place <= len(options) or not options:
        return None
    chosen = options[place - 1 if place > 0 else place]
    return sentence.found(chosen["value"], answer.start, answer.end, 0.9) if place else None


def _place(word: str, sentence: Sentence) -> int | None:
    digits = re.match(r"\d+", word)
    return int(digits.group()) if digits else sentence.vocabulary.ordinal_words.get(word)


def _names(option: Mapping[str, Any]) -> list[Any]:
    return [option[key] for key in ("label", "value") if isinstance(option.get(key), str | int | float)]
