import re
from collections.abc import Iterator
from functools import lru_cache

from babel.numbers import get_currency_name, get_currency_symbol

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.numbers import Quantity, find_quantities
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about, family
from flows_app.flow_language import SlotDefinition

_CURRENCIES = (
    *(
        "USD",
        "EUR",
        "GBP",
        "JPY",
        "CHF",
        "CAD",
        "AUD",
        "NZD",
        "CNY",
        "INR",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "CZK",
        "HUF",
        "RON",
    ),
    *("MXN", "ARS", "CLP", "COP", "PEN", "UYU", "BOB", "PYG", "VES", "CRC", "DOP", "GTQ", "HNL", "NIO", "CUP", "BRL"),
    *("TRY", "ILS", "ZAR", "KRW", "SGD", "HKD", "THB", "AED", "SAR", "EGP", "MAD", "PHP", "IDR", "MYR"),
)
# Codes that are names and words in small letters: “pay Bob 20”.
_WORDS_TOO = frozenset({"bob", "cup", "mad", "pen", "try"})
# What Babel does not know.
_SLANG = {
    **{"buck": ("USD", "CAD", "AUD"), "quid": ("GBP",), "euro": ("EUR",), "pavo": ("EUR", "USD"), "usd": ("USD",)},
    **{"sterling": ("GBP",), "lana": ("MXN",), "luca": ("CLP", "ARS", "COP"), "eurillo": ("EUR",), "dolare": ("USD",)},
    **{"pound": ("GBP", "EGP"), "eurs": ("EUR",)},
}
_CENTS = frozenset({"cent", "centimo", "penny", "pence", "p", "centavo"})
_EXPLICIT, _NAMED, _BARE, _OTHER_CURRENCY = 1.0, 0.85, 0.5, 0.3
_BEHIND = re.compile(r" ?(?:(?:us|american|canadian|australian|british) )?(?P<unit>[a-z]+|[^\w\s.,;:!?()'\"-])")
_BEFORE = re.compile(r"(?P<unit>[a-z]{1,3}|[^\w\s.,;:!?()'\"-]) ?$")
_PART = re.compile(r"(?: (?:and|con|y|with))? (?P<part>\d{1,2})(?: (?P<unit>[a-z]+))?\b(?![.,:/]\d)")

_SPOKEN_CENTS = re.compile(r" (?P<cents>[1-9]\d)(?! ?[\d/:%]|[.,]\d)")
_MOST_WITH_SPOKEN_CENTS = 100


def find_amounts(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    """Amounts of money: certain with their currency, likely without it."""
    for quantity in find_quantities(sentence):
        yield from _amount(quantity, slot, sentence)


def _amount(quantity: Quantity, slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    value, start, end = _as_money(quantity, sentence), quantity.start, quantity.end
    codes: frozenset[str] = frozenset()
    if before := _BEFORE.search(sentence.plain, max(0, start - 5), start):
        codes = _codes(before["unit"])
        start = before.start("unit") if codes else start
    behind = _BEHIND.match(sentence.plain, end)
    if behind and not codes:
        codes = _codes(singular(behind["unit"]))
        if singular(behind["unit"]) in _CENTS:
            yield sentence.found(round(value / 100, 2), start, behind.end(), 0.9)
            return
        if codes:
            value, end = _with_cents(value, behind.end(), sentence)
        elif behind["unit"].isalpha() and (behind.start("unit") == end or family(behind["unit"])):
            return  # part of a word, or a number of something else
    if not codes:
        value, end = _with_spoken_cents(value, quantity, sentence)
    yield sentence.found(round(value, 2), start, end, _certainty(codes, slot, sentence, start) * quantity.certainty)


def _as_money(quantity: Quantity, sentence: Sentence) -> float:
    """As the slot's coercion does: three digits behind a mark are thousands, whatever the language."""
    written = sentence.plain[quantity.start : quantity.end]
    if re.fullmatch(r"\d{1,3}[.,]\d{3}", written):
        return float(re.sub(r"[.,]", "", written))
    return quantity.value


def _with_cents(value: float, end: int, sentence: Sentence) -> tuple[float, int]:
    """“5 euros con 50”."""
    match = _PART.match(sentence.plain, end)
    if match is None or not value.is_integer():
        return value, end
    in_cents = match["unit"] and singular(match["unit"]) in _CENTS
    if not in_cents and (match["unit"] or len(match["part"]) != 2):
        return value, end
    return value + int(match["part"]) / 100, match.end() if in_cents else match.end("part")


def _with_spoken_cents(value: float, quantity: Quantity, sentence: Sentence) -> tuple[float, int]:
    """“Twelve fifty”, if nobody has written it in digits."""
    match = _SPOKEN_CENTS.match(sentence.plain, quantity.end)
    if match is None or not value.is_integer() or value >= _MOST_WITH_SPOKEN_CENTS:
        return value, quantity.end
    said = sentence.found(None, quantity.start, match.end(), 1)
    if any(letter.isdigit() for letter in sentence.text[said.start : said.end]):
        return value, quantity.end
    return value + int(match["cents"]) / 100, match.end()


def _certainty(codes: frozenset[str], slot: SlotDefinition, sentence: Sentence, start: int) -> float:
    if codes:
        return _EXPLICIT if slot.currency is None or slot.currency in codes else _OTHER_CURRENCY
    before = sentence.plain[max(0, start - 25) : start].split()
    return _NAMED if any(singular(word) in about(slot) for word in before) else _BARE


def _codes(unit: str) -> frozenset[str]:
    return _currency_words().get(unit, frozenset())


@lru_cache
def _currency_words() -> dict[str, frozenset[str]]:
    """By symbol, by code in small letters, and by the noun in the currency's names: many countries have dollars."""
    codes: dict[str, set[str]] = {word: set(of) for word, of in _SLANG.items()}
    for code in _CURRENCIES:
        for word in _names(code):
            codes.setdefault(word, set()).add(code)
    codes["$"] |= {"USD", "MXN", "ARS", "CLP", "COP", "CAD", "AUD", "NZD", "UYU"}
    return {word: frozenset(of) for word, of in codes.items()}


def _names(code: str) -> Iterator[str]:
    for locale, noun in (("en", -1), ("es", 0)):
        yield from {code.lower(), fold(get_currency_symbol(code, locale=locale))} - _WORDS_TOO
        for count in (1, 2):
            yield singular(fold(get_currency_name(code, count, locale=locale)).split()[noun])
