import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.languages import vocabulary_of
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.vocabulary import Vocabulary, alternatives

# A sentence with more of them is no sentence.
_AT_MOST = 40
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
# “38 con 5”, and not “4 con 2 niños”: behind the decimals there is nothing, or what is measured.
_SPOKEN_DECIMALS = re.compile(
    r" con (?P<decimals>\d{1,2})(?! ?[\w/:]|[.,]\d)|"
    r" con (?P<measured>\d{1,2})(?= (?:grado|kilo|euro|por ciento|metro|litro|gramo|dolar|peso))"
)
_GROUPED = re.compile(r"\d{1,3}(?P<mark>[.,'])\d{3}(?:(?P=mark)\d{3})*")


@dataclass(frozen=True)
class Quantity:
    """A number, and where it stands in the plain text of its sentence."""

    value: float
    start: int
    end: int
    # A half alone is vague.
    certainty: float = 1.0


@lru_cache(maxsize=64)
def find_quantities(sentence: Sentence) -> tuple[Quantity, ...]:
    """Every number, whatever it counts."""
    found = [*(_written(sentence) if sentence.has_digits else ()), *_collective(sentence)]
    return tuple(sorted(found, key=lambda quantity: quantity.start)[:_AT_MOST])


def decimal(digits: str, *, comma: bool) -> float | None:
    """“1.234,5” and “1,234.5”: the last of two different marks is the decimal one, and a single one is as the language
    has it, unless it can't be. `comma` tells whether the language's decimal mark is one."""
    marks = [mark for mark in digits if not mark.isdigit()]
    thousands = "." if comma else ","
    if len(set(marks)) == 2 or len(marks) > 1 or "'" in marks:
        thousands = marks[0]
    elif marks and not (marks[0] == thousands and _GROUPED.fullmatch(digits)):
        thousands = ""
    whole, part = _split(digits, thousands)
    if thousands and thousands in whole and not _GROUPED.fullmatch(whole):
        return None
    return float(f"{re.sub(r'[^0-9]', '', whole)}.{part or 0}")


def _split(digits: str, thousands: str) -> tuple[str, str]:
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0 or digits[last] == thousands:
        return digits, ""
    return digits[:last], digits[last + 1 :]


def _written(sentence: Sentence) -> Iterator[Quantity]:
    for match in _pattern(sentence.language).finditer(sentence.plain):
        value = decimal(match["digits"], comma=sentence.language == "es")
        if value is None:
            continue
        value += _FRACTIONS.get(match["fraction"] or "", 0) + (0.5 if match["half"] else 0)
        value *= _times(match["times"], sentence.vocabulary)
        value, end = _with_spoken_decimals(value, match.end(), sentence)
        yield Quantity(-value if match["sign"] else value, match.start(), end)


def _with_spoken_decimals(value: float, end: int, sentence: Sentence) -> tuple[float, int]:
    match = _SPOKEN_DECIMALS.match(sentence.plain, end) if value.is_integer() else None
    if match is None:
        return value, end
    return float(f"{value:.0f}.{match['decimals'] or match['measured']}"), match.end()


def _times(word: str | None, vocabulary: Vocabulary) -> int:
    return vocabulary.multipliers.get(word) or vocabulary.collectives[word] if word else 1


def _collective(sentence: Sentence) -> Iterator[Quantity]:
    """“A dozen”, “un par”, “half a dozen”, not “mi pareja”; and a half alone."""
    for match in _collectives(sentence.language).finditer(sentence.plain):
        value = sentence.vocabulary.collectives[match["word"]]
        yield Quantity(value / 2 if match["half"] else float(value), match.start(), match.end())
    for match in _HALF.finditer(sentence.plain):
        yield Quantity(0.5, match.start(), match.end(), 0.6)


# Not the one of “two and a half”, “half past seven”, “media hora”.
_HALF = re.compile(
    r"(?<!and a )(?<!\d y )\b(?:half|medi[oa])\b(?! (?:past|hora|noche|dia|docena|an? (?:hour|dozen)|\d))(?: an?\b)?"
)


@lru_cache
def _pattern(language: str) -> re.Pattern[str]:
    vocabulary = vocabulary_of(language)
    times = alternatives([*vocabulary.multipliers, *vocabulary.collectives])
    return re.compile(
        r"(?<![\w.,/:@#])(?<![a-z]-)(?P<sign>-|minus |menos )?"
        r"(?P<digits>\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,6})?|\d{1,15}(?:[.,]\d{1,6})?)(?!\d)"
        r"(?P<fraction> ?[½¼¾])?(?P<half> and a half| y medi[oa]\b)?"
        rf"(?: ?(?P<times>{times})\b)?(?![\d/:º]|[.,]\d|th\b)"
    )


@lru_cache
def _collectives(language: str) -> re.Pattern[str]:
    words = alternatives(vocabulary_of(language).collectives)
    return re.compile(
        r"(?<!\d )(?<!\w)(?<!\bmi )(?<!\btu )(?<!\bsu )(?:(?P<half>half an?|half|media) |an? |una? )?"
        rf"(?P<word>{words})(?: of| de)?\b"
    )
