"""How English tells the time."""

import re

from conversations_app.understanding.values.clock import Clock, clock, usual_time
from conversations_app.understanding.values.grammar import rule
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.vocabulary import words

_PART = r"(?:,? (?:in the |this |tomorrow |at |on \w+ )?(?P<part>morning|afternoon|evening|night|tonight)\b)?"
_CUES = (
    r"(?:around|about|before|after|from|until|till|since|between|past|earliest|latest|later than|earlier than"
    r"|approximately|approx|roughly"
    r"|starting|nearer|closer to|no later than|time is|time to)"
)
_SURE_CUES = r"(?:at|by|@|at around|at about|at exactly|at approximately|arriving|arrive)"
_SMALL = {"quarter": 15, "half": 30}


def _plain_hour(match: re.Match[str], sentence: Sentence) -> Clock | None:
    """Not in “about 20 people”."""
    return None if counts_something(match, sentence) else _spoken(match, sentence)


def _spoken(match: re.Match[str], sentence: Sentence) -> Clock | None:
    found = match.groupdict()
    return clock(match["hour"], found.get("minute"), found.get("part") or found.get("tonight"))


def _past(match: re.Match[str], sentence: Sentence) -> Clock | None:
    return _moved(match, +1)


def _to(match: re.Match[str], sentence: Sentence) -> Clock | None:
    return _moved(match, -1)


def _moved(match: re.Match[str], direction: int) -> Clock | None:
    hour = clock(match["hour"])
    minutes = _SMALL.get(match["minutes"]) or int(match["minutes"])
    return hour.shifted(direction * minutes).in_part(match["half"] or match["part"]) if hour and minutes < 60 else None


def counts_something(match: re.Match[str], sentence: Sentence) -> bool:
    """Whether a noun follows that the number counts."""
    behind = _NEXT_WORD.match(sentence.plain, match.end())
    vocabulary = sentence.vocabulary
    no_nouns = (
        vocabulary.stop_words,
        vocabulary.fillers,
        vocabulary.weekdays,
        vocabulary.calendar_words,
        _AFTER_A_TIME,
    )
    return behind is not None and not any(behind[1] in known for known in no_nouns)


_NEXT_WORD = re.compile(r" ?([a-z]+)")
_AFTER_A_TIME = words(
    "today tonight sharp would works should if unless under as ish instead thru through though party table until till"
    " before after anytime hoy tarde noche solo mejor esta este sera nombre aproximadamente reserva"
)
_MERIDIEM = r"(?P<half>[ap])(?:\.? ?m\b\.?)"
_HOUR = r"(?P<hour>\d{1,2})"
_MINUTE = r"(?P<minute>[0-5]\d)"
_BEHIND_HOUR = r"(?![\d%]|[:.,/-]\d|th\b)"
HINTS = words(
    "noon noontime midday mid midnight lunch lunchtime morning afternoon evening tonight night hour hours minutes"
)

TIMES = (
    rule(rf"\bhalf(?: past| after)? {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}", lambda m, s: _half(m), 0.9),
    rule(
        rf"(?<!from )(?<!between )\b(?P<minutes>quarter|5|10|15|20|25|\d{{1,2}}(?= min))(?: minutes)? "
        rf"(?:past|after) {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}",
        _past,
        0.95,
    ),
    rule(
        rf"(?<!from )(?<!between )\b(?P<minutes>quarter|5|10|15|20|25|\d{{1,2}}(?= min))(?: minutes)? "
        rf"(?:to|till|before) {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}",
        _to,
        0.9,
    ),
    rule(rf"(?<![\d:.,/]){_HOUR}(?::00)? ?o['\" ]?clock(?: ?{_MERIDIEM})?{_PART}", lambda m, s: _o_clock(m), 1.0),
    rule(rf"\b{_SURE_CUES} {_HOUR}(?:[.]| ?){_MINUTE}\b(?![:/]){_PART}", _spoken, 0.9),
    rule(rf"\b{_SURE_CUES} {_HOUR}\b{_BEHIND_HOUR}{_PART}", _plain_hour, 0.85),
    rule(rf"\b{_CUES} {_HOUR}(?: {_MINUTE})?\b{_BEHIND_HOUR}", _plain_hour, 0.65),
    rule(rf"(?<![\d:.,/]){_HOUR}(?: ?- ?| )?ish\b", _spoken, 0.8),
    rule(rf"\bfor {_HOUR}[ .]?(?P<minute>00|15|30|45)\b(?![:/%])", _plain_hour, 0.65),
    rule(rf"(?<![\d:.,/$€£]){_HOUR}\.(?P<minute>00|15|30|45)\b(?![:/%]| ?[$€£])", _plain_hour, 0.55),
    rule(
        rf"(?<![\d:.,/]){_HOUR}(?: {_MINUTE})?,?(?: (?:in the|this|tomorrow|at|on \w+)"
        rf" (?P<part>morning|afternoon|evening|night)| (?P<tonight>tonight))\b",
        _spoken,
        0.75,
    ),
    rule(
        rf"(?<!good )\b(?P<part>morning|afternoon|evening|night|tonight),? (?:at )?{_HOUR}(?::{_MINUTE})?\b"
        rf"{_BEHIND_HOUR}",
        _plain_hour,
        0.75,
    ),
    rule(r"\b(?:noon|noontime|midday|mid day|12 noon)\b", lambda m, s: Clock(12), 1.0),
    rule(r"\b(?:midnight|12 midnight)\b", lambda m, s: Clock(0), 1.0),
    rule(r"\b(?:lunch ?time)\b", lambda m, s: Clock(13), 0.4),
    rule(
        r"(?<!good )\b(?P<part>morning|afternoon|evening|tonight)\b",
        lambda m, s: usual_time(m["part"]),
        0.3,
    ),
)
# “an hour before 8”: what stands right before a time.
SHIFT = re.compile(
    r"\b(?P<number>\d{1,3}|an?|half an) (?P<unit>hour|minute)s? (?P<way>before|after|past|prior to|earlier than)\b"
)
FROM_NOW = re.compile(
    r"\b(?:in (?P<number>\d{1,3}|an?|half an|a couple(?: of)?) (?P<unit>hour|minute)s?"
    r"|(?P<number2>\d{1,3}|an?|half an) (?P<unit2>hour|minute)s? from now)\b"
)
PART_OF_DAY = re.compile(
    r"(?<!good )\b(?P<part>morning|afternoon|evening|tonight|night|breakfast|lunch|dinner|supper)\b"
)


def _half(match: re.Match[str]) -> Clock | None:
    hour = clock(match["hour"])
    return hour.shifted(30).in_part(match["half"] or match["part"]) if hour else None


def _o_clock(match: re.Match[str]) -> Clock | None:
    return clock(match["hour"], None, match["half"] or match["part"])
