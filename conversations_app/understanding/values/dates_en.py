"""How English names a day."""

from conversations_app.understanding.values import day_phrases as means
from conversations_app.understanding.values.grammar import Rule, rule
from conversations_app.understanding.values.vocabulary import alternatives
from conversations_app.understanding.values.words_en import ENGLISH

# These are words of their own too: “the cat sat in the sun”, “I may march”.
_NEEDS_CONTEXT = {"sat", "sun", "wed", "mon", "may", "march", "mar", "dec"}
_WEEKDAY = rf"(?P<weekday>{alternatives(ENGLISH.weekdays)})"
_CLEAR_WEEKDAY = rf"(?P<weekday>{alternatives(ENGLISH.weekdays.keys() - _NEEDS_CONTEXT)})"
_MONTH = rf"(?P<month>{alternatives(ENGLISH.months)})"
_CLEAR_MONTH = rf"(?P<month>{alternatives(ENGLISH.months.keys() - _NEEDS_CONTEXT)})"
_DAY = r"(?P<day>[0-3]?\d)(?:th|º)?(?![\d:%]|[.,/]\d)"
_ORDINAL = r"(?P<day>[0-3]?\d)th\b"
_YEAR = r"(?:,? ?(?:of |in )?(?P<year>(?:19|20)\d\d|'\d\d)\b(?!:))?"
_NUMBER = r"(?P<number>\d{1,3}|an?|(?:a )?couple(?: of)?|a few)"
_UNIT = r"(?P<unit>days?|weeks?|fortnights?|months?|years?)"
# What a counted thing is called: “the 2nd floor” is no day.
_NO_THING = (
    r"(?! (?!(?:of|at|for|in|please|or|and|is|to|would|if|we|i|with|around|about|instead|but|from|by|after|before|this"
    r"|works|not)\b)[a-z])"
)
_PART = r"(?:morning|afternoon|evening|night|lunchtime|lunch|noon|eve)"
HINTS = frozenset(
    {*ENGLISH.weekdays, *ENGLISH.months, *ENGLISH.calendar_words, "today", "asap", "now", "away", "immediately"}
    | {"day", "days", "week", "weeks", "month", "months", "year", "years", "year's", "years'", "nights", "fortnight"}
    | {
        "christmas",
        "xmas",
        "boxing",
        "valentine",
        "valentines",
        "valentine's",
        "patrick's",
        "halloween",
        "lunch",
        "noon",
        "night",
    }
)

RULES: tuple[Rule, ...] = (
    rule(
        rf"\b(?:{_WEEKDAY}[,.]? ?(?:the |on )?)?\b{_DAY}(?: day)?(?: of)?[ -]?\b{_MONTH}\b\.?"
        rf"(?! (?:be|not|have|also|i|we)\b)[ -]?{_YEAR}",
        means.day_of_month,
        0.97,
    ),
    rule(rf"\b(?:{_WEEKDAY}[,.]? ?(?:the )?)?\b{_MONTH}\b\.?,? ?(?:the )?{_DAY}{_YEAR}", means.day_of_month, 0.97),
    rule(rf"\b{_WEEKDAY},? (?:the )?{_ORDINAL}", means.day_of_month, 0.95),
    rule(rf"\b{_WEEKDAY},? the {_DAY}\b", means.day_of_month, 0.9),
    rule(rf"\bthe {_ORDINAL}{_NO_THING}", means.day_of_month, 0.75),
    rule(rf"\b(?:on|for) the (?P<day>[0-3]?\d)º{_NO_THING}", means.day_of_month, 0.65),
    rule(rf"(?<![\d/]){_ORDINAL}{_NO_THING}", means.day_of_month, 0.6),
    rule(r"\bthe (?P<day>[0-3]?\d)(?:th|º)? (?:day )?of (?:this|the) month\b", means.day_of_month, 0.95),
    rule(r"\b(?:the )?(?P<day>[0-3]?\d)(?:th|º)? (?:day )?of next month\b", means.day_of_next_month, 0.97),
    rule(rf"\b(?:on |this |for |by |coming |every ){_WEEKDAY}\b", means.coming_weekday, 0.9),
    rule(rf"\b{_CLEAR_WEEKDAY}\b(?: {_PART}\b)?", means.coming_weekday, 0.9),
    rule(rf"\b(?:this|this coming|the coming) {_WEEKDAY}\b(?: {_PART}\b)?", means.this_weeks_day, 0.95),
    rule(rf"\bnext {_WEEKDAY}\b(?: {_PART}\b)?", means.next_weeks_day, 0.9),
    rule(rf"\b(?:last|past|this past) {_WEEKDAY}\b(?: {_PART}\b)?", means.weekday_before, 0.95),
    rule(rf"\b{_WEEKDAY},? (?:of )?next week\b", means.next_weeks_day, 0.97),
    rule(rf"\bnext week,? (?:on )?{_WEEKDAY}\b", means.next_weeks_day, 0.97),
    rule(rf"\b{_WEEKDAY},? (?:of )?last week\b", means.last_weeks_day, 0.97),
    rule(rf"\b{_NUMBER} {_UNIT} (?:from|on|after) (?:next |this )?{_WEEKDAY}\b", means.weeks_after_weekday, 0.97),
    rule(rf"\b{_WEEKDAY} (?:week|after next)\b", means.weeks_after_weekday, 0.8),
    rule(rf"\b(?:in|within|for in) {_NUMBER}(?: more)? {_UNIT}(?:' time)?\b", means.time_away, 0.9),
    rule(rf"\b{_NUMBER} {_UNIT} (?:from (?:now|today)|today|hence|later|away)\b", means.time_away, 0.95),
    rule(rf"\b{_NUMBER} {_UNIT} (?:from|after) tomorrow\b", means.time_after_tomorrow, 0.95),
    rule(rf"\b{_NUMBER} {_UNIT} ago\b", means.time_ago, 0.95),
    rule(r"\b(?:the )?day after (?:tomorrow|tmrw)\b", means.days_away(2), 1.0),
    rule(r"\b(?:the )?day before yesterday\b", means.days_away(-2), 1.0),
    rule(rf"\btomorrow\b(?: {_PART}\b)?", means.days_away(1), 1.0),
    rule(r"\b(?:today|tonight|this very day)\b", means.days_away(0), 1.0),
    rule(rf"\b(?:this|later this) {_PART}\b", means.days_away(0), 0.9),
    rule(r"\byesterday\b", means.days_away(-1), 1.0),
    rule(r"\b(?:right now|asap|straight away|immediately)\b", means.days_away(0), 0.35),
    rule(r"\b(?:this |the |at the )?weekend\b", means.weekend, 0.6),
    rule(r"\bnext weekend\b", means.next_weekend, 0.7),
    rule(r"\bnext week\b", means.next_week, 0.6),
    rule(r"\blast week\b", means.last_week, 0.4),
    rule(r"\bnext month\b", means.next_month, 0.4),
    rule(r"\b(?:at )?(?:the )?end of (?:the|this) month\b", means.end_of_month, 0.6),
    rule(rf"\b(?:in|next|this|early|late) {_MONTH}\b(?:,? (?P<year>20\d\d))?", means.start_of_month, 0.35),
    rule(rf"\b{_CLEAR_MONTH}\b(?:,? (?P<year>20\d\d))?", means.start_of_month, 0.3),
    rule(r"\b(?:christmas eve|xmas eve)\b", means.yearly(12, 24), 0.95),
    rule(r"\b(?:christmas(?: day)?|xmas)\b", means.yearly(12, 25), 0.9),
    rule(r"\bboxing day\b", means.yearly(12, 26), 0.95),
    rule(r"\bnew year'?s? eve\b", means.yearly(12, 31), 0.95),
    rule(r"\bnew year'?s?(?: day)?\b", means.yearly(1, 1), 0.8),
    rule(r"\bvalentine'?s?(?: day)?\b", means.yearly(2, 14), 0.9),
    rule(r"\bst\.? patrick'?s?(?: day)?\b", means.yearly(3, 17), 0.9),
    rule(r"\bhalloween\b", means.yearly(10, 31), 0.9),
)
BARE: tuple[Rule, ...] = (
    rule(r"(?:on |for |by )?(?:the )?(?P<day>[0-3]?\d)(?:th|º)?", means.day_of_month, 0.75),
    rule(rf"{_WEEKDAY}s?", means.coming_weekday, 0.9),
    rule(rf"{_MONTH}", means.start_of_month, 0.4),
)
