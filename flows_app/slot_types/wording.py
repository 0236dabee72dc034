"""How people read numbers, sums, days, hours and lists, in their language."""

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

_ENGLISH = "en"
# English without a country: “27 November 2026” and “17:30”, as most of the world writes them. Sums are as in `en`,
# where a dollar is “$” and not “US$”.
_ENGLISH_OF_THE_WORLD = "en-GB"
# Digits of a float that mean something: 0.1 + 0.2 is shown as 0.3.
_DIGITS = 12
# More than any float has before its point, and than an integer that is still read as one.
_DIGITS_OF_THE_LARGEST = 1000
_DJANGO_CALLS = {"zh": "zh-hans", "no": "nb"}
_UNBROKEN = str.maketrans("\u00a0\u202f", "  ")


def shown_as_it_is(value: Any, language: str) -> str:
    """A value that no slot has: an item of a list, or what a filter has made of one."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return _yes_or_no(value, language)
    if isinstance(value, int | float | Decimal):
        return as_typed(_decimal(value, language))
    if isinstance(value, list):
        return _listed(value, language)
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def shown_moment(written: str, language: str) -> str:
    """A day, a time or both, as a validator's limit has it; anything else as it is written."""
    for read, show in _MOMENTS:
        try:
            return as_typed(show(read(written), language))
        except ValueError:
            continue
    return written


def shown_day(day: date, language: str) -> str:
    return str(format_date(day, "long", locale=_locale_of_moments(language)))


def shown_hour(hour: time, language: str) -> str:
    """Gives the time as the language writes it; on a 24-hour clock the hour has two digits: “4:00” may be the
    afternoon, “04:00” is not."""
    locale = _locale_of_moments(language)
    pattern = re.sub(r"\bH\b", "HH", locale.time_formats["short"].pattern)
    return str(format_time(hour, pattern, locale=locale))


def shown_day_and_hour(moment: datetime, language: str) -> str:
    both = str(_locale_of_moments(language).datetime_formats["long"]).replace("'", "")
    hour, day = shown_hour(moment.time(), language), shown_day(moment.date(), language)
    return both.replace("{0}", hour).replace("{1}", day)


_MOMENTS: tuple[tuple[Callable[[str], Any], Callable[[Any, str], str]], ...] = (
    (date.fromisoformat, shown_day),
    (time.fromisoformat, shown_hour),
    (datetime.fromisoformat, shown_day_and_hour),
)


def sum_of_money(value: float, currency: str | None, language: str) -> str:
    amount = value or 0  # there is no zero below zero
    if currency:
        return str(format_currency(amount, currency, locale=locale_of(language)))
    return str(format_decimal(amount, "#,##0.00", locale=locale_of(language)))


def shown_items(items: list[Any], language: str) -> list[str]:
    return [shown_as_it_is(item, language) for item in items]


def _decimal(value: float | Decimal, language: str) -> str:
    """Gives the number without zeros behind the point (3.0 is 3), and without a negative zero."""
    number = Decimal(value) if isinstance(value, int) else Decimal(f"{value or 0:.{_DIGITS}g}")
    with localcontext(prec=_DIGITS_OF_THE_LARGEST):
        return str(format_decimal(number.normalize(), locale=locale_of(language), decimal_quantization=False))


def _yes_or_no(value: bool, language: str) -> str:
    with django_in(language):
        return str(yesno(value)).strip()


def django_in(language: str) -> AbstractContextManager[None]:
    """Activates the language under the code that Django has for it: under another, Django would speak English."""
    tag = language.lower()
    called = _DJANGO_CALLS.get(tag) or LANG_INFO.get(tag, {}).get("fallback", [language])[0]
    return translation.override(called)


def _listed(items: list[Any], language: str) -> str:
    """“a, b and c”."""
    return str(format_list(shown_items(items, language), locale=_locale_of_moments(language)))


def as_typed(text: str) -> str:
    """Replaces special blanks by those of a keyboard: texts that authors write as expected must be found equal."""
    return text.translate(_UNBROKEN)


def _locale_of_moments(language: str) -> Locale:
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
