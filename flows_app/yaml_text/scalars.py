"""Meaning of a plain (unquoted) value: nothing, true or false, a number as JSON writes it; all else is text.

YAML 1.1 takes `no` for false, `12:30` for 750, `010` for 8 and `2026-05-31` for a date. In a bot these are texts.
"""

import math
import re

from django.utils.translation import gettext

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
# Python refuses to read whole numbers of thousands of digits; nobody means one.
_NUMBER_LENGTH = 400


def plain_value(text: str) -> str | int | float | bool | None:
    """Raises ValueError for a number that is none any more."""
    if text in _WORDS:
        return _WORDS[text]
    if not _NUMBER.fullmatch(text):
        return text
    if len(text) > _NUMBER_LENGTH:
        raise ValueError(gettext("This number is too long; put it in quotes if it is a text."))
    if _INTEGER.fullmatch(text):
        return int(text)
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(gettext("This number is too large; put it in quotes if it is a text."))
    return number


def reads_as_text(text: str) -> bool:
    """Whether it is the same text without quotes, as far as its meaning goes."""
    return text not in _WORDS and not _NUMBER.fullmatch(text)
