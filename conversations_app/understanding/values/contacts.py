import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import phonenumbers

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
# As it is said, or hidden from robots.
_SPOKEN_EMAIL = re.compile(
    r"(?<![\w.+-])(?P<user>[\w+-]{1,64}(?:(?:\.| dot | punto )[\w+-]{1,64}){0,3}) ?(?: at |\(at\)|\[at\]| arroba |@) ?"
    r"(?P<host>[\w-]{1,63}(?:(?:\.| dot | punto | ?\(dot\) ?)[a-z]{2,24}){1,3})(?![\w-])"
)
_DOT = re.compile(r" ?(?:\bdot\b|\bpunto\b|\(dot\)|\.) ?")
_PHONE = re.compile(r"(?<![\w.,/:+@-])(?:\+|00)?\(?\d(?:[ ().-]{0,2}\d){5,16}(?![\w@]|[.,/:-]\d)")
_CARD = re.compile(r"\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,4}")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d?-\d\d?|\d\d?[-.]\d\d?[-.](?:\d\d){1,2}")
# Where a number without its country is tried: only for how certain it is, not for what it is.
_REGIONS = {"en": ("US", "GB", "AU", "IE"), "es": ("ES", "MX", "AR", "CO", "CL", "PE")}
_EMAIL_HINTS = frozenset({"dot", "punto", "arroba"})
# To look a number up in the plans of several countries costs a tenth of a millisecond.
_PHONES_AT_MOST = 5


@lru_cache(maxsize=64)
def find_emails(sentence: Sentence) -> tuple[FoundValue, ...]:
    hinted = "@" in sentence.plain or not _EMAIL_HINTS.isdisjoint(sentence.words)
    return tuple(_emails(sentence)) if hinted else ()


@lru_cache(maxsize=64)
def find_phones(sentence: Sentence) -> tuple[FoundValue, ...]:
    return tuple(_phones(sentence)) if sentence.has_digits else ()


def _emails(sentence: Sentence) -> Iterator[FoundValue]:
    for match in _EMAIL.finditer(sentence.text[:LONGEST_READ]):
        address = match.group().rstrip(".-")
        yield FoundValue(address, match.start(), match.start() + len(address), 1.0)
    for match in _SPOKEN_EMAIL.finditer(sentence.plain):
        # “See you at booking.com” is no address.
        certainty = 0.4 if " at " in match.group() and " dot " not in match.group() else 0.75
        found = sentence.found(None, match.start(), match.end(), certainty)
        yield found.of_value("@".join(_DOT.sub(".", match[part]) for part in ("user", "host")))


def _phones(sentence: Sentence) -> Iterator[FoundValue]:
    for match in islice(_PHONE.finditer(sentence.text[:LONGEST_READ]), _PHONES_AT_MOST):
        written = match.group()
        if not _CARD.fullmatch(written) and not _DATE.fullmatch(written):
            yield _phone(written, match.start(), sentence)


def _phone(written: str, start: int, sentence: Sentence) -> FoundValue:
    digits = re.sub(r"\D", "", written)
    if written.startswith(("+", "00")):
        international = _parsed(f"+{digits.removeprefix('00')}", None)
        if international:
            number = phonenumbers.format_number(international, phonenumbers.PhoneNumberFormat.E164)
            return FoundValue(number, start, start + len(written), 1.0)
    known = any(_parsed(digits, region) for region in _REGIONS[sentence.language])
    value = f"+{digits}" if written.startswith("+") else digits
    return FoundValue(value, start, start + len(written), 0.9 if known else 0.5 if len(digits) > 7 else 0.3)


def _parsed(digits: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None
