"""How English tells the time."""

from flows_app.languages.parts import Phrase, Times, words

_PART = r"(?:,? (?:in the |this |tomorrow |at |on \w+ )?(?P<part>morning|afternoon|evening|night|tonight)\b)?"
_CUES = (
    r"(?:around|about|before|after|from|until|till|since|between|past|earliest|latest|later than|earlier than"
    r"|approximately|approx|roughly"
    r"|starting|nearer|closer to|no later than|time is|time to)"
)
_SURE_CUES = r"(?:at|by|@|at around|at about|at exactly|at approximately|arriving|arrive)"
_MERIDIEM = r"(?P<half>[ap])(?:\.? ?m\b\.?)"
_HOUR = r"(?P<hour>\d{1,2})"
_MINUTE = r"(?P<minute>[0-5]\d)"
_BEHIND_HOUR = r"(?![\d%]|[:.,/-]\d|th\b)"
_SMALL = r"quarter|5|10|15|20|25|[0-5]?\d(?= min)"

TIMES = Times(
    hints=words(
        "noon noontime midday mid midnight lunch lunchtime morning afternoon evening tonight night hour hours minutes"
    ),
    phrases=(
        Phrase(rf"\b(?P<past>half)(?: past| after)? {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}", "told", 0.9),
        Phrase(
            rf"(?<!from )(?<!between )\b(?P<past>{_SMALL})(?: minutes)? "
            rf"(?:past|after) {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}",
            "told",
            0.95,
        ),
        Phrase(
            rf"(?<!from )(?<!between )\b(?P<to>{_SMALL})(?: minutes)? "
            rf"(?:to|till|before) {_HOUR}\b{_BEHIND_HOUR}(?: ?{_MERIDIEM})?{_PART}",
            "told",
            0.9,
        ),
        Phrase(rf"(?<![\d:.,/]){_HOUR}(?::00)? ?o['\" ]?clock(?: ?{_MERIDIEM})?{_PART}", "hour", 1.0),
        Phrase(rf"\b{_SURE_CUES} {_HOUR}(?:[.]| ?){_MINUTE}\b(?![:/]){_PART}", "hour", 0.9),
        Phrase(rf"\b{_SURE_CUES} {_HOUR}\b{_BEHIND_HOUR}{_PART}", "hour_unless_counting", 0.85),
        Phrase(rf"\b{_CUES} {_HOUR}(?: {_MINUTE})?\b{_BEHIND_HOUR}", "hour_unless_counting", 0.65),
        Phrase(rf"(?<![\d:.,/]){_HOUR}(?: ?- ?| )?ish\b", "hour", 0.8),
        Phrase(rf"\bfor {_HOUR}[ .]?(?P<minute>00|15|30|45)\b(?![:/%])", "hour_unless_counting", 0.65),
        Phrase(rf"(?<![\d:.,/$€£]){_HOUR}\.(?P<minute>00|15|30|45)\b(?![:/%]| ?[$€£])", "hour_unless_counting", 0.55),
        Phrase(
            rf"(?<![\d:.,/]){_HOUR}(?: {_MINUTE})?,?(?: (?:in the|this|tomorrow|at|on \w+)"
            rf" (?P<part>morning|afternoon|evening|night)| (?P<part2>tonight))\b",
            "hour",
            0.75,
        ),
        Phrase(
            rf"(?<!good )\b(?P<part>morning|afternoon|evening|night|tonight),? (?:at )?{_HOUR}(?::{_MINUTE})?\b"
            rf"{_BEHIND_HOUR}",
            "hour_unless_counting",
            0.75,
        ),
        Phrase(r"\b(?:noon|noontime|midday|mid day|12 noon)\b", "at", 1.0, (12,)),
        Phrase(r"\b(?:midnight|12 midnight)\b", "at", 1.0, (0,)),
        Phrase(r"\b(?:lunch ?time)\b", "at", 0.4, (13,)),
        Phrase(r"(?<!good )\b(?P<part>morning|afternoon|evening|tonight)\b", "usual_time", 0.3),
    ),
    minutes={"quarter": 15, "half": 30},
    parts={
        **{"morning": "morning", "breakfast": "morning", "brunch": "morning", "lunch": "noon"},
        **{"afternoon": "afternoon", "evening": "evening", "tonight": "evening", "dinner": "evening"},
        **{"supper": "evening", "night": "night"},
    },
    part_of_day=r"(?<!good )\b(?P<part>morning|afternoon|evening|tonight|night|breakfast|lunch|dinner|supper)\b",
    shift=(
        r"\b(?P<number>\d{1,3}|an?|half an) (?P<unit>hour|minute)s?"
        r" (?P<way>before|after|past|prior to|earlier than)\b"
    ),
    from_now=(
        r"\b(?:in (?P<number>\d{1,3}|an?|half an|a couple(?: of)?) (?P<unit>hour|minute)s?"
        r"|(?P<number2>\d{1,3}|an?|half an) (?P<unit2>hour|minute)s? from now)\b"
    ),
    units={"hour": 60, "minute": 1},
    later=frozenset({"after", "past"}),
    halves=frozenset({"half an"}),
    few={"a couple": 2, "a couple of": 2},
    hour_words="hours",
    between="or|to|and",
    behind=words(
        "today tonight sharp would works should if unless under as ish instead thru through though party table until"
        " till before after anytime"
    ),
)
