"""How people are shown a value, in their language. One function a slot type, from the plain JSON that is stored."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, datetime, time
from decimal import Decimal, localcontext
from functools import lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal
from django.conf.locale import LANG_INFO
from django.template.defaultfilters import yesno
from django.utils import translation

from flows_app.flow_language import SlotDefinition, SlotType
from flows_app.values.choice_labels import label_of

_ENGLISH = "en"
# English without a country: “27 November 2026” and “17:30”, as most of the world writes them. Sums are as in `en`,
# where a dollar is “$” and not “US$”.
_ENGLISH_OF_THE_WORLD = "en-GB"
# Digits of a float that mean something: 0.1 + 0.2 is shown as 0.3.
_DIGITS = 12
# More than any float has before its point, and than an integer that is still read as one.
_DIGITS_OF_THE_LARGEST = 1000
_NO_SLOT = SlotDefinition(name="none")
_DJANGO_CALLS = {"zh": "zh-hans", "no": "nb"}
_UNBROKEN = str.maketrans("\u00a0\u202f", "  ")


def shown(slot: SlotDefinition, value: Any, language: str) -> str:
    """Empty if there is no value. One that is not as the slot's type stores it is shown as it is."""
    if value is None:
        return ""
    try:
        return _as_typed(SHOWN[slot.type](slot, value, language))
    except (ValueError, TypeError, ArithmeticError):
        return shown_as_it_is(value, language)


def shown_as_it_is(value: Any, language: str) -> str:
    """A value that no slot has: an item of a list, or what a filter has made of one."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return _yes_or_no(value, language)
    if isinstance(value, int | float | Decimal):
        return _as_typed(_decimal(value, language))
    if isinstance(value, list):
        return _listed(value, language)
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def shown_moment(written: str, language: str) -> str:
    """A day, a time or both, as a validator's limit has it; anything else as it is written."""
    for show in (_date, _time, _datetime):
        try:
            return _as_typed(show(_NO_SLOT, written, language))
        except ValueError:
            continue
    return written


def typed(slot: SlotDefinition, value: Any, language: str) -> Any:
    """The value as Python has it, for what works on dates, numbers and lists; a text otherwise."""
    try:
        return TYPED[slot.type](value, language) if slot.type in TYPED else shown(slot, value, language)
    except (ValueError, TypeError, ArithmeticError):
        return value


def _plain(slot: SlotDefinition, value: Any, language: str) -> str:
    return shown_as_it_is(value, language)


def _money(slot: SlotDefinition, value: float, language: str) -> str:
    amount = value or 0  # there is no zero below zero
    if slot.currency:
        return str(format_currency(amount, slot.currency, locale=locale_of(language)))
    return str(format_decimal(amount, "#,##0.00", locale=locale_of(language)))


def _date(slot: SlotDefinition, value: str, language: str) -> str:
    return _day(date.fromisoformat(value), language)


def _time(slot: SlotDefinition, value: str, language: str) -> str:
    return _hour(time.fromisoformat(value), language)


def _datetime(slot: SlotDefinition, value: str, language: str) -> str:
    moment = _moment(value, language)
    both = str(_momente_of_words(language).datetime_formats["long"]).replace("'", "")
    return both.replace("{0}", _hour(moment.time(), language)).replace("{1}", _day(moment.date(), language))


def _choice(slot: SlotDefinition, value: Any, language: str) -> str:
    return next((label_of(choice, language) for choice in slot.choices if choice.value == value), str(value))


SHOWN: dict[SlotType, Callable[[SlotDefinition, Any, str], str]] = {
    SlotType.TEXT: _plain,
    SlotType.INTEGER: _plain,
    SlotType.NUMBER: _plain,
    SlotType.BOOLEAN: _plain,
    SlotType.DATE: _date,
    SlotType.DATETIME: _datetime,
    SlotType.TIME: _time,
    SlotType.CHOICE: _choice,
    SlotType.EMAIL: _plain,
    SlotType.PHONE: _plain,
    SlotType.MONEY: _money,
    SlotType.LIST: _plain,
    SlotType.OBJECT: _plain,
}


def _moment(value: str, language: str) -> datetime:
    """As it is stored: in UTC, as which a time without a zone is read. Shown in another zone it would not be the hour
    that the user gave."""
    return datetime.fromisoformat(value)


def _as_stored(value: Any, language: str) -> Any:
    return value


def _items(value: Any, language: str) -> Any:
    return [shown_as_it_is(item, language) for item in value] if isinstance(value, list) else value


TYPED: dict[SlotType, Callable[[Any, str], Any]] = {
    SlotType.INTEGER: _as_stored,
    SlotType.NUMBER: _as_stored,
    SlotType.MONEY: _as_stored,
    SlotType.BOOLEAN: _as_stored,
    SlotType.OBJECT: _as_stored,
    SlotType.DATE: lambda value, language: date.fromisoformat(value),
    SlotType.DATETIME: _moment,
    SlotType.TIME: lambda value, language: time.fromisoformat(value),
    SlotType.LIST: _items,
}


def _day(day: date, language: str) -> str:
    return str(format_date(day, "long", locale=_momente_of_words(language)))


def _hour(hour: time, language: str) -> str:
    """Of 24 hours with both digits: “4:00” may be the afternoon, “04:00” is not."""
    locale = _momente_of_words(language)
    pattern = re.sub(r"\bH\b", "HH", locale.time_formats["short"].pattern)
    return str(format_time(hour, pattern, locale=locale))


def _decimal(value: float | Decimal, language: str) -> str:
    """Without zeros behind the point: 3.0 is 3. Nor is there one below zero."""
    number = Decimal(value) if isinstance(value, int) else Decimal(f"{value or 0:.{_DIGITS}g}")
    with localcontext(prec=_DIGITS_OF_THE_LARGEST):
        return str(format_decimal(number.normalize(), locale=locale_of(language), decimal_quantization=False))


def _yes_or_no(value: bool, language: str) -> str:
    with django_in(language):
        return str(yesno(value)).strip()


def django_in(language: str) -> AbstractContextManager[None]:
    """For what Django words itself. It calls some languages otherwise, and would fall back to English."""
    tag = language.lower()
    called = _DJANGO_CALLS.get(tag) or LANG_INFO.get(tag, {}).get("fallback", [language])[0]
    return translation.override(called)


def _listed(items: list[Any], language: str) -> str:
    """“a, b and c”."""
    return str(format_list(_items(items, language), locale=_momente_of_words(language)))


def _as_typed(text: str) -> str:
    """With the blanks that a keyboard makes: what authors write down as expected must be found equal."""
    return text.translate(_UNBROKEN)


def _momente_of_words(language: str) -> Locale:
    return locale_of(_ENGLISH_OF_THE_WORLD if language == _ENGLISH else language)


@lru_cache(maxsize=256)
def locale_of(language: str) -> Locale:
    """`es-XX`, of which nothing is known, is served by `es`; a language that Babel does not know by English."""
    for tag in (language, language.partition("-")[0]):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse(_ENGLISH_OF_THE_WORLD, sep="-")
