import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import phonenumbers

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence
from flows_app.languages import mixed_languages, part_of
from flows_app.languages.parts import Contacts, alternatives

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_PHONE = re.compile(r"(?<![\w.,/:+@-])(?:\+|00)?\(?\d(?:[ ().-]{0,2}\d){5,16}(?![\w@]|[.,/:-]\d)")
_CARD = re.compile(r"\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,4}")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d?-\d\d?|\d\d?[-.]\d\d?[-.](?:\d\d){1,2}")
# To look a number up in the plans of several countries costs a tenth of a millisecond.
_PHONES_AT_MOST = 5


@lru_cache(maxsize=64)
def find_emails(sentence: Sentence) -> tuple[FoundValue, ...]:
    spoken = _spoken(mixed_languages(Contacts, sentence.language))
    hinted = "@" in sentence.plain or not spoken.hints.isdisjoint(sentence.words)
    return tuple(_emails(sentence, spoken)) if hinted else ()


@lru_cache(maxsize=64)
def find_phones(sentence: Sentence) -> tuple[FoundValue, ...]:
    return tuple(_phones(sentence)) if sentence.has_digits else ()


@dataclass(frozen=True)
class _Spoken:
    """An address as it is said, or hidden from robots."""

    email: re.Pattern[str]
    dot: re.Pattern[str]
    hints: frozenset[str]
    # “See you at booking.com” is no address.
    doubtful: tuple[tuple[str, str], ...]


@lru_cache
def _spoken(languages: tuple[tuple[str, Contacts], ...]) -> _Spoken:
    contacts = [part for _, part in languages]
    at, dot = (
        alternatives(part.at for part in contacts if part.at),
        alternatives(part.dot for part in contacts if part.dot),
    )
    return _Spoken(
        email=re.compile(
            rf"(?<![\w.+-])(?P<user>[\w+-]{{1,64}}(?:(?:\.| (?:{dot}) )[\w+-]{{1,64}}){{0,3}})"
            rf" ?(?: (?:{at}) |\(at\)|\[at\]|@) ?"
            rf"(?P<host>[\w-]{{1,63}}(?:(?:\.| (?:{dot}) | ?\(dot\) ?)[a-z]{{2,24}}){{1,3}})(?![\w-])"
        ),
        dot=re.compile(rf" ?(?:\b(?:{dot})\b|\(dot\)|\.) ?"),
        hints=frozenset(word for part in contacts for word in _hints(part)),
        doubtful=tuple((f" {part.at} ", f" {part.dot} ") for part in contacts if part.at_is_common),
    )


def _hints(contacts: Contacts) -> tuple[str, ...]:
    return (contacts.dot,) if contacts.at_is_common else (contacts.at, contacts.dot)


def _emails(sentence: Sentence, spoken: _Spoken) -> Iterator[FoundValue]:
    for match in _EMAIL.finditer(sentence.text[:LONGEST_READ]):
        address = match.group().rstrip(".-")
        yield FoundValue(address, match.start(), match.start() + len(address), 1.0)
    for match in spoken.email.finditer(sentence.plain):
        doubtful = any(at in match.group() and dot not in match.group() for at, dot in spoken.doubtful)
        found = sentence.found(None, match.start(), match.end(), 0.4 if doubtful else 0.75)
        yield found.of_value("@".join(spoken.dot.sub(".", match[part]) for part in ("user", "host")))


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
    known = any(_parsed(digits, region) for region in part_of(sentence.language, Contacts).phone_regions)
    value = f"+{digits}" if written.startswith("+") else digits
    return FoundValue(value, start, start + len(written), 0.9 if known else 0.5 if len(digits) > 7 else 0.3)


def _parsed(digits: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None
