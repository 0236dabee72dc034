"""How Spanish tells the time."""

import re

from conversations_app.understanding.values.clock import Clock, clock, usual_time
from conversations_app.understanding.values.grammar import rule
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.times_en import counts_something
from conversations_app.understanding.values.vocabulary import words

_PART = r"(?:,? (?:(?:de|por|en|a) la (?P<part>manana|tarde|noche|madrugada)|del? (?P<noon>mediodia|dia))\b)?"
_MERIDIEM = r"(?: ?(?P<half>[ap])(?:\.? ?m\b\.?))?"
_HOUR = r"(?P<hour>\d{1,2}|una)"
_ADDED = (
    r"(?:[:.](?P<minute>[0-5]\d)| y (?P<past>media|cuarto|pico|[0-5]?\d)| menos (?P<to>cuarto|[0-5]?\d)"
    r"| (?P<spoken>[0-5]\d))?"
)
_SMALL = {"cuarto": 15, "media": 30, "pico": 0}


def _told(match: re.Match[str], sentence: Sentence) -> Clock | None:
    """“Las siete y media de la tarde”, in all its parts."""
    found = match.groupdict()
    hour = clock("1" if match["hour"] == "una" else match["hour"], found.get("minute") or found.get("spoken"))
    if hour is None:
        return None
    hour = hour.shifted(_minutes(found.get("past")) - _minutes(found.get("to")))
    return hour.in_part(found.get("half") or found.get("part") or (found.get("noon") and "mediodia"))


def _minutes(word: str | None) -> int:
    return 0 if word is None else _SMALL[word] if word in _SMALL else int(word)


def _told_without_a_noun(match: re.Match[str], sentence: Sentence) -> Clock | None:
    """Not in “las 3 habitaciones”."""
    bare = not (match["half"] or match["part"] or match["noon"])
    return None if bare and counts_something(match, sentence) else _told(match, sentence)


HINTS = words("una mediodia medio medianoche media manana tarde noche madrugada hora horas minutos cuarto")

TIMES = (
    rule(
        rf"\b(?:a|sobre|hacia|desde|de|hasta|para|por|tipo|antes de|despues de|a partir de|a eso de|entre)"
        rf" las? {_HOUR}\b(?![\d%]|[/-]\d|th\b){_ADDED}\b(?: horas| hs?)?(?: en punto)?{_PART}{_MERIDIEM}",
        _told_without_a_noun,
        0.95,
    ),
    rule(
        rf"\blas? {_HOUR}\b(?![\d%]|[/-]\d|th\b){_ADDED}\b(?: horas| hs?)?(?: en punto)?{_PART}{_MERIDIEM}",
        _told_without_a_noun,
        0.75,
    ),
    rule(rf"\b(?P<hour>\d{{1,2}}) y (?P<past>media|cuarto)\b{_PART}{_MERIDIEM}", _told, 0.6),
    rule(rf"\b(?P<hour>\d{{1,2}}) menos (?P<to>cuarto)\b{_PART}{_MERIDIEM}", _told, 0.6),
    rule(
        rf"(?<![\d:.,/])(?P<hour>\d{{1,2}}){_ADDED} (?:de|por|en) la (?P<part>manana|tarde|noche|madrugada)\b",
        _told,
        0.9,
    ),
    rule(rf"\b(?P<to>cuarto|\d{{1,2}})(?: minutos)? para las? {_HOUR}\b{_PART}{_MERIDIEM}", _told, 0.95),
    rule(r"(?<![\d:.,/])(?P<hour>\d{1,2}) en punto\b", _told, 0.9),
    rule(r"\b(?:al |a )?(?:mediodia|medio dia)\b", lambda m, s: Clock(12), 0.95),
    rule(r"\b(?:a )?(?:medianoche|media noche)\b", lambda m, s: Clock(0), 0.95),
    rule(
        r"\b(?:(?:por|de|en|a) la|esta|a ultima hora de la) (?P<part>manana|tarde|noche|madrugada)\b",
        lambda m, s: usual_time(m["part"]),
        0.3,
    ),
)
SHIFT = re.compile(
    r"\b(?P<number>\d{1,3}|una?|media) (?P<unit>hora|minuto)s? (?P<way>antes|despues) de\b",
)
FROM_NOW = re.compile(
    r"\b(?:dentro de|en) (?P<number>\d{1,3}|una?|media|un par de) (?P<unit>hora|minuto)s?\b(?P<number2>)(?P<unit2>)"
)
PART_OF_DAY = re.compile(
    r"\b(?:(?:la|esta) (?P<part>manana|tarde|noche|madrugada)"
    r"|(?P<meal>desayuno|desayunar|comer|almuerzo|almorzar|cena|cenar))\b"
)
