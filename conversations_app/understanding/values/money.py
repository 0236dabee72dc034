import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from babel.numbers import get_currency_name, get_currency_symbol

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.numbers import Quantity, find_quantities
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about, counts
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed, mixed_languages
from flows_app.languages.parts import Money

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
_EXPLICIT, _NAMED, _BARE, _OTHER_CURRENCY = 1.0, 0.85, 0.5, 0.3
_BEFORE = re.compile(r"(?P<unit>[a-z]{1,3}|[^\w\s.,;:!?()'\"-]) ?$")
_SPOKEN_CENTS = re.compile(r" (?P<cents>[1-9]\d)(?! ?[\d/:%]|[.,]\d)")
_MOST_WITH_SPOKEN_CENTS = 100


@dataclass(frozen=True)
class _Currencies:
    # By symbol, by code in small letters, and by the noun in the currency's names: many countries have dollars.
    codes: Mapping[str, frozenset[str]]
    cents: frozenset[str]
    behind: re.Pattern[str]
    cents_behind: re.Pattern[str]


def find_amounts(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    """Amounts of money: certain with their currency, likely without it."""
    for quantity in find_quantities(sentence):
        yield from _amount(quantity, slot, sentence)


def _amount(quantity: Quantity, slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    value, start, end = _as_money(quantity, sentence), quantity.start, quantity.end
    currencies = _currencies(sentence)
    codes: frozenset[str] = frozenset()
    if before := _BEFORE.search(sentence.plain, max(0, start - 5), start):
        codes = currencies.codes.get(before["unit"], codes)
        start = before.start("unit") if codes else start
    behind = currencies.behind.match(sentence.plain, end)
    if behind and not codes:
        codes = currencies.codes.get(singular(behind["unit"]), codes)
        if singular(behind["unit"]) in currencies.cents:
            yield sentence.found(round(value / 100, 2), start, behind.end(), 0.9)
            return
        if codes:
            value, end = _with_cents(value, behind.end(), sentence, currencies)
        elif behind["unit"].isalpha() and (behind.start("unit") == end or counts(behind["unit"], sentence.language)):
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


def _with_cents(value: float, end: int, sentence: Sentence, currencies: _Currencies) -> tuple[float, int]:
    """“5 euros con 50”."""
    match = currencies.cents_behind.match(sentence.plain, end)
    if match is None or not value.is_integer():
        return value, end
    in_cents = match["unit"] and singular(match["unit"]) in currencies.cents
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
    return _NAMED if any(singular(word) in about(slot, sentence.language) for word in before) else _BARE


def _currencies(sentence: Sentence) -> _Currencies:
    return _currencies_in(mixed(Money, sentence.language), mixed_languages(Money, sentence.language))


@lru_cache
def _currencies_in(money: Money, languages: tuple[tuple[str, Money], ...]) -> _Currencies:
    codes = {word: set(of) for word, of in money.slang.items()}
    for code in _CURRENCIES:
        for language, part in languages:
            for word in _names(code, language, part.noun_at) - money.no_codes:
                codes.setdefault(word, set()).add(code)
    codes["$"] |= {"USD", "MXN", "ARS", "CLP", "COP", "CAD", "AUD", "NZD", "UYU"}
    return _Currencies(
        {word: frozenset(of) for word, of in codes.items()},
        money.cents,
        re.compile(rf" ?(?:(?:{money.before_a_currency}) )?(?P<unit>[a-z]+|[^\w\s.,;:!?()'\"-])"),
        re.compile(rf"(?: (?:{money.and_cents}))? (?P<part>\d{{1,2}})(?: (?P<unit>[a-z]+))?\b(?![.,:/]\d)"),
    )


def _names(code: str, language: str, noun_at: int) -> set[str]:
    names = (fold(get_currency_name(code, count, locale=language)).split()[noun_at] for count in (1, 2))
    return {code.lower(), fold(get_currency_symbol(code, locale=language)), *map(singular, names)}
