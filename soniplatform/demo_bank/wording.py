"""Words for the bank's own data in the user's language: flows can't say a choice, a date or a sum in words."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.numberformat import format as number_format

_NAMES: Mapping[str, tuple[str, str]] = {
    "current": ("current account", "cuenta corriente"),
    "savings": ("savings account", "cuenta de ahorro"),
    "debit": ("debit card", "tarjeta de débito"),
    "credit": ("credit card", "tarjeta de crédito"),
    "electricity": ("electricity bill", "factura de la luz"),
    "water": ("water bill", "factura del agua"),
    "internet": ("internet bill", "factura de internet"),
}


def worded(english: str, spanish: str, language: str) -> str:
    """`es-MX` is served by `es`, and any other language by English."""
    return spanish if _is_spanish(language) else english


def named(kind: str, language: str) -> str:
    return worded(*_NAMES[kind], language)


def money(amount: Decimal, language: str) -> str:
    """“€1,640.50” and “1.640,50 €”."""
    sign, size = ("-" if amount < 0 else ""), abs(amount)
    if _is_spanish(language):
        return f"{sign}{number_format(size, ',', 2, grouping=3, thousand_sep='.', force_grouping=True)} €"
    return f"{sign}€{number_format(size, '.', 2, grouping=3, thousand_sep=',', force_grouping=True)}"


def short_day(day: date, language: str) -> str:
    """“9 June” and “9 de junio”."""
    return _dated(day, language, "j F", r"j \d\e F")


def day_in_words(day: date, language: str) -> str:
    """Gives the day as it follows “I will pay it”: “today”, “on Friday 12 June”."""
    ahead = day - timezone.localdate()
    if ahead == timedelta(0):
        return worded("today", "hoy", language)
    if ahead == timedelta(days=1):
        return worded("tomorrow", "mañana", language)
    written = _dated(day, language, "l j F", r"l j \d\e F")
    return worded(f"on {written}", f"el {written}", language)


def listed(words: Sequence[str], language: str) -> str:
    """“Ana, Luis and Tom”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {worded('and', 'y', language)} {words[-1]}"


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"• {line}" for line in lines)


def _dated(day: date, language: str, english: str, spanish: str) -> str:
    with translation.override(worded("en", "es", language)):
        return date_format(day, worded(english, spanish, language))


def _is_spanish(language: str) -> bool:
    return language.partition("-")[0] == "es"
