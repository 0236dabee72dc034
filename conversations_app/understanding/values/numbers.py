import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import mixed
from flows_app.languages.parts import Numbers, alternatives

# A sentence with more of them is no sentence.
_AT_MOST = 40
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
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
    patterns = _patterns(sentence.numbers, mixed(Numbers, sentence.language))
    for match in patterns.written.finditer(sentence.plain):
        value = decimal(match["digits"], comma=sentence.numbers.decimal_comma)
        if value is None:
            continue
        value += _FRACTIONS.get(match["fraction"] or "", 0) + (0.5 if match["half"] else 0)
        value *= _times(match["times"], sentence.numbers)
        value, end = _with_spoken_decimals(value, match.end(), sentence, patterns.spoken_decimals)
        yield Quantity(-value if match["sign"] else value, match.start(), end)


def _with_spoken_decimals(value: float, end: int, sentence: Sentence, pattern: re.Pattern[str]) -> tuple[float, int]:
    match = pattern.match(sentence.plain, end) if value.is_integer() else None
    if match is None:
        return value, end
    return float(f"{value:.0f}.{match['decimals'] or match['measured']}"), match.end()


def _times(word: str | None, numbers: Numbers) -> int:
    return numbers.multipliers.get(word) or numbers.collectives[word] if word else 1


def _collective(sentence: Sentence) -> Iterator[Quantity]:
    """“A dozen”, “un par”, “half a dozen”, not “mi pareja”; and a half alone."""
    patterns = _patterns(sentence.numbers, mixed(Numbers, sentence.language))
    for match in patterns.collective.finditer(sentence.plain):
        value = sentence.numbers.collectives[match["word"]]
        yield Quantity(value / 2 if match["half"] else float(value), match.start(), match.end())
    for match in patterns.half.finditer(sentence.plain):
        yield Quantity(0.5, match.start(), match.end(), 0.6)


@dataclass(frozen=True)
class _Patterns:
    written: re.Pattern[str]
    # “38 con 5”, and not “4 con 2 niños”: behind the decimals there is nothing, or what is measured.
    spoken_decimals: re.Pattern[str]
    collective: re.Pattern[str]
    # Not the one of “two and a half”, “half past seven”, “media hora”.
    half: re.Pattern[str]


@lru_cache
def _patterns(own: Numbers, joined: Numbers) -> _Patterns:
    return _Patterns(
        written=_written_pattern(own, joined),
        spoken_decimals=re.compile(
            rf" (?:{joined.spoken_point}) (?P<decimals>\d{{1,2}})(?! ?[\w/:]|[.,]\d)"
            rf"| (?:{joined.spoken_point}) (?P<measured>\d{{1,2}})(?= (?:{joined.measured}))"
        ),
        collective=_collective_pattern(own, joined),
        half=_half_pattern(joined),
    )


def _written_pattern(own: Numbers, joined: Numbers) -> re.Pattern[str]:
    times = alternatives([*own.multipliers, *own.collectives])
    return re.compile(
        rf"(?<![\w.,/:@#])(?<![a-z]-)(?P<sign>-|(?:{joined.minus}) )?"
        r"(?P<digits>\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,6})?|\d{1,15}(?:[.,]\d{1,6})?)(?!\d)"
        rf"(?P<fraction> ?[½¼¾])?(?P<half> (?:{joined.and_a_half})\b)?"
        rf"(?: ?(?P<times>{times})\b)?(?![\d/:º]|[.,]\d|th\b)"
    )


def _collective_pattern(own: Numbers, joined: Numbers) -> re.Pattern[str]:
    not_owned = "".join(rf"(?<!\b{owner} )" for owner in joined.owners)
    return re.compile(
        rf"(?<!\d )(?<!\w){not_owned}(?:(?P<half>{joined.half_of}) |(?:{joined.a}) )?"
        rf"(?P<word>{alternatives(own.collectives)})(?: (?:{joined.of}))?\b"
    )


def _half_pattern(joined: Numbers) -> re.Pattern[str]:
    no_half_behind = "".join(rf"(?<!{words})" for words in joined.no_half_behind)
    return re.compile(
        rf"{no_half_behind}\b(?:{joined.half})\b(?! (?:{joined.no_half_before}|\d))(?: (?:{joined.half_a})\b)?"
    )
