"""Finds the offered option that an answer names by its label."""

from collections.abc import Mapping, Sequence
from typing import Any

from conversations_app.understanding.values.choices import find_named
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.negation import without_negated
from conversations_app.understanding.values.sentence import Sentence, sentence_of

Options = Sequence[Mapping[str, Any]]


def read_option(options: Options, sentence: Sentence, *, by_number: bool = True) -> FoundValue | None:
    """The one option whose label or value is named. Where numbers are asked for, an option with a number in its label
    is not named by it: “35 euros” is not the “20 euros” that were offered, and “20” is read as a number anyway."""
    named = [
        (option["value"], name)
        for option in options
        for name in _names(option)
        if by_number or not _has_number(name, sentence)
    ]
    found = without_negated(find_named(named, sentence), sentence.text, sentence.language) if named else []
    return found[0] if len({str(reading.value) for reading in found}) == 1 else None


def _names(option: Mapping[str, Any]) -> list[str]:
    return [str(option[key]) for key in ("label", "value") if isinstance(option.get(key), str | int | float)]


def _has_number(name: str, sentence: Sentence) -> bool:
    return sentence_of(name, sentence.asked_language, sentence.now).has_digits
