"""One function a slot type. Each takes typed JSON or a text, and gives the plain JSON that is stored."""

import math
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from flows_app.flow_language import SlotDefinition, SlotType, all_texts
from flows_app.languages import known_languages, mixed
from flows_app.languages.parts import Answers
from flows_app.limits import ITEMS_PER_VALUE
from flows_app.values.choice_labels import listed
from flows_app.values.refusals import Refusal
from flows_app.values.value_refused import ValueRefused

# Beside the words of the languages.
_YES = {"true", "on", "1"}
_NO = {"false", "off", "0"}
# A currency may stand at either end, not in between.
_CURRENCY = r"(?:[$€£¥]|[A-Z]{3})?"
_AMOUNT = re.compile(rf"(?P<sign>[+-]?){_CURRENCY}\s*(?P<number>\d(?:[\d., ']*\d)?)\s*{_CURRENCY}")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?")


def coerce(slot: SlotDefinition, value: Any) -> Any:
    """Raises ValueRefused."""
    return COERCIONS[slot.type](slot, value)


def _text(slot: SlotDefinition, value: Any) -> str:
    cleaned = value.strip() if isinstance(value, str) else ""
    if not cleaned:
        raise ValueRefused(Refusal.TEXT)
    return cleaned


def _integer(slot: SlotDefinition, value: Any) -> int:
    number = _as_number(value)
    if not number.is_integer() or abs(number) > 2**53:
        raise ValueRefused(Refusal.INTEGER)
    return int(number)


def _number(slot: SlotDefinition, value: Any) -> float:
    return _as_number(value)


def _as_number(value: Any) -> float:
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:  # an integer that no float holds
        number = math.inf
    if not math.isfinite(number):
        raise ValueRefused(Refusal.NUMBER)
    return number


def _boolean(slot: SlotDefinition, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else None
    answers = mixed(Answers, *known_languages())
    if word in _YES or word in answers.typed_yes:
        return True
    if word in _NO or word in answers.typed_no:
        return False
    raise ValueRefused(Refusal.BOOLEAN)


def _date(slot: SlotDefinition, value: Any) -> str:
    try:
        return date.fromisoformat(_iso(value)[:10] if "T" in _iso(value) else _iso(value)).isoformat()
    except ValueError:
        raise ValueRefused(Refusal.DATE) from None


def _datetime(slot: SlotDefinition, value: Any) -> str:
    """In UTC, so that two of them compare as they should."""
    try:
        moment = datetime.fromisoformat(_iso(value))
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return aware.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):  # in UTC it may lie before the first day of all
        raise ValueRefused(Refusal.DATETIME) from None


def _time(slot: SlotDefinition, value: Any) -> str:
    try:
        return time.fromisoformat(_iso(value)).isoformat("minutes")
    except ValueError:
        raise ValueRefused(Refusal.TIME) from None


def _iso(value: Any) -> str:
    return value.isoformat() if isinstance(value, date | time) else str(value).strip()


def _choice(slot: SlotDefinition, value: Any) -> str:
    """Its own value comes before the words of others: a button sends the value, whatever another choice is called."""
    if any(choice.value == value for choice in slot.choices):
        return str(value)
    wanted = str(value).strip().casefold() if not isinstance(value, bool | list | dict) else ""
    for choice in slot.choices:
        words = (choice.value, *all_texts(choice.label), *choice.synonyms)
        if wanted in (word.casefold() for word in words):
            return choice.value
    raise ValueRefused(Refusal.CHOICE, choices=partial(listed, slot.choices))


def _email(slot: SlotDefinition, value: Any) -> str:
    address = value.strip() if isinstance(value, str) else ""
    try:
        validate_email(address)
    except ValidationError:
        raise ValueRefused(Refusal.EMAIL) from None
    return address


def _phone(slot: SlotDefinition, value: Any) -> str:
    digits = re.sub(r"[\s().\-/]", "", value) if isinstance(value, str) else ""
    if not re.fullmatch(r"\+?\d{6,15}", digits):
        raise ValueRefused(Refusal.PHONE)
    return digits


def _money(slot: SlotDefinition, value: Any) -> float:
    """A number; its currency is the slot's."""
    return round(_as_number(_money_written(value) if isinstance(value, str) else value), 2)


def _money_written(text: str) -> str:
    """“1.234,50 €” and “$1,234.50” as 1234.50: the last mark with one or two digits behind it is the decimal one."""
    amount = _AMOUNT.fullmatch(text.strip())
    if amount is None:
        raise ValueRefused(Refusal.MONEY)
    decimal = re.fullmatch(r"(?P<whole>.*)[.,](?P<part>\d{1,2})", amount["number"])
    whole, part = (decimal["whole"], decimal["part"]) if decimal else (amount["number"], "0")
    if not re.fullmatch(r"\d+|\d{1,3}(?P<mark>[., '])\d{3}((?P=mark)\d{3})*", whole):
        raise ValueRefused(Refusal.MONEY)
    return f"{amount['sign']}{re.sub(r'[^0-9]', '', whole)}.{part}"


def _list(slot: SlotDefinition, value: Any) -> list[Any]:
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise ValueRefused(Refusal.LIST)
    if len(value) > ITEMS_PER_VALUE:
        raise ValueRefused(Refusal.LIST_LENGTH, limit=ITEMS_PER_VALUE)
    return list(value)


def _object(slot: SlotDefinition, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > ITEMS_PER_VALUE or not all(isinstance(key, str) for key in value):
        raise ValueRefused(Refusal.MISFIT)
    return value


COERCIONS: dict[SlotType, Callable[[SlotDefinition, Any], Any]] = {
    SlotType.TEXT: _text,
    SlotType.INTEGER: _integer,
    SlotType.NUMBER: _number,
    SlotType.BOOLEAN: _boolean,
    SlotType.DATE: _date,
    SlotType.DATETIME: _datetime,
    SlotType.TIME: _time,
    SlotType.CHOICE: _choice,
    SlotType.EMAIL: _email,
    SlotType.PHONE: _phone,
    SlotType.MONEY: _money,
    SlotType.LIST: _list,
    SlotType.OBJECT: _object,
}
