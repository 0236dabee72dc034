import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from text_to_num import find_numbers  # type: ignore[import-untyped]

from conversations_app.understanding.values.folding import folded_letter
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.spelling import respelled
from flows_app.languages import mixed, part_of, without_region
from flows_app.languages.parts import Dates, Numbers, Words

_LETTERS = re.compile(r"[a-z']+")
_DIGIT = re.compile(r"\d")
# Nobody gives a date behind a thousand characters, and all the patterns together need some time for each.
LONGEST_READ = 1_000


@dataclass(frozen=True)
class _Piece:
    """Some words of the text, and how the plain text writes them."""

    plain: str
    # In the folded text.
    start: int
    end: int
    number_part: bool = True

    def text(self) -> str:
        return self.plain

    def nt_separated(self, previous: "_Piece") -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return not self.number_part


class Sentence:
    """Text as the grammars read it, with the places in the original. Only the beginning of a very long one is read.

    In `plain` there are no accents and no capitals, calendar words are spelled right, spaces are single and numbers are
    digits, in every language. Ordinals are digits with “th” if they were written so (“23RD”, “3ª”), else with “º”.
    """

    def __init__(self, text: str, language: str, now: datetime):
        self.text = text
        self.asked_language = language
        self.language = without_region(language)
        self.now = now
        self.vocabulary = part_of(language, Words)
        self.numbers = part_of(language, Numbers)
        self.dates = part_of(language, Dates)
        # “5/6” is in June, but for Americans.
        self.day_first = language.lower() not in self.dates.month_first
        self.is_cut = len(text) > LONGEST_READ
        self.plain = ""
        # By character of the plain text, where its words begin and end in the text.
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._write()
        self.words = frozenset(_LETTERS.findall(self.plain))
        self.has_digits = _DIGIT.search(self.plain) is not None

    def found(self, value: object, start: int, end: int, certainty: float) -> FoundValue:
        """A value, from a span of the plain text."""
        while start < end and self.plain[start] == " ":
            start += 1
        while end > start and self.plain[end - 1] == " ":
            end -= 1
        return FoundValue(value, self._starts[start], self._ends[end - 1], round(certainty, 3))

    def _write(self) -> None:
        folded, where = _folded(self.text[:LONGEST_READ])
        tokens = list(self._tokens(folded))
        written: list[str] = []
        behind = 0
        for piece in _in_digits(tokens, self.numbers.spelled_in):
            if piece.start > behind and written:
                self._put(" ", where[behind], where[piece.start], written)
            self._put(piece.plain, where[piece.start], where[piece.end - 1] + 1, written, piece)
            behind = piece.end
        self.plain = "".join(written)

    def _tokens(self, folded: str) -> Iterator[_Piece]:
        matches = list(_token(mixed(Numbers, self.language)).finditer(folded))
        for index, match in enumerate(matches):
            word = match.group()
            if match["ordinal"]:
                yield _Piece(f"{match['ordinal']}th", match.start(), match.end())
                continue
            before = matches[index - 1].group() if index else ""
            behind = matches[index + 1].group() if index + 1 < len(matches) else ""
            counts = _counts(word, before, behind, self.numbers)
            yield _Piece(respelled(word, self.numbers, self.dates), match.start(), match.end(), counts)

    def _put(self, plain: str, start: int, end: int, written: list[str], piece: _Piece | None = None) -> None:
        written.append(plain)
        if piece and len(plain) == end - start:
            # Nothing but letters has changed: a part of the word has its own place.
            self._starts.extend(range(start, end))
            self._ends.extend(range(start + 1, end + 1))
        else:
            self._starts.extend([start] * len(plain))
            self._ends.extend([end] * len(plain))


@lru_cache(maxsize=32)
def sentence_of(text: str, language: str, now: datetime) -> Sentence:
    """The same one for every slot that is looked for in it."""
    return Sentence(text, language, now)


def _folded(text: str) -> tuple[str, list[int]]:
    letters: list[str] = []
    where: list[int] = []
    for index, letter in enumerate(text):
        if folded := folded_letter(letter):
            letters.append(folded)
            where.append(index)
    return "".join(letters), where


@lru_cache
def _token(numbers: Numbers) -> re.Pattern[str]:
    endings = numbers.ordinal_endings
    apart = numbers.ordinal_endings_apart
    return re.compile(
        rf"(?P<ordinal>\d{{1,4}})(?:º|ª|{endings}| (?:{apart}))\b|\d+|[^\W\d_]+(?:'[^\W\d_]+)*|\S",
    )


def _counts(word: str, before: str, behind: str, numbers: Numbers) -> bool:
    """Whether a word can be a number: not “one” in “the second one”, “una” in “una mesa”, a quarter of an hour."""
    if word in numbers.quarters:
        return before not in numbers.before_a_quarter and behind not in numbers.behind_a_quarter
    if before.isdigit() and word in numbers.multipliers:
        return False  # “25 thousand” is one number, not two
    if word not in numbers.ones:
        return word not in numbers.no_numbers and numbers.no_numbers_behind.get(word) != before
    if before in numbers.before_a_one or behind in numbers.multipliers:
        return True
    return numbers.one_begins and not before.isalpha()


def _in_digits(tokens: list[_Piece], spelled_in: str) -> Iterator[_Piece]:
    done = 0
    for number in find_numbers(tokens, spelled_in, 0.0):
        yield from tokens[done : number.start]
        digits = f"{int(number.value)}º" if number.is_ordinal else number.text
        yield _Piece(digits, tokens[number.start].start, tokens[number.end - 1].end)
        done = number.end
    yield from tokens[done:]
