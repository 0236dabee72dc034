"""How English names a day."""

from flows_app.languages.parts import Dates, Phrase, alternatives, words

_WEEKDAYS = {
    **{"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6},
    **{
        "mon": 0,
        "tue": 1,
        "tues": 1,
        "wed": 2,
        "weds": 2,
        "thu": 3,
        "thur": 3,
        "thurs": 3,
        "fri": 4,
        "sat": 5,
        "sun": 6,
    },
}
_MONTHS = {
    **{"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8},
    **{"september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4},
    **{"jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12},
}
# These are words of their own too: “the cat sat in the sun”, “I may march”.
_NEEDS_CONTEXT = {"sat", "sun", "wed", "mon", "may", "march", "mar", "dec"}
_WEEKDAY = rf"(?P<weekday>{alternatives(_WEEKDAYS)})"
_CLEAR_WEEKDAY = rf"(?P<weekday>{alternatives(_WEEKDAYS.keys() - _NEEDS_CONTEXT)})"
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})"
_CLEAR_MONTH = rf"(?P<month>{alternatives(_MONTHS.keys() - _NEEDS_CONTEXT)})"
_DAY = r"(?P<day>[0-3]?\d)(?:th|º)?(?![\d:%]|[.,/]\d)"
_ORDINAL = r"(?P<day>[0-3]?\d)th\b"
_YEAR = r"(?:,? ?(?:of |in )?(?P<year>(?:19|20)\d\d|'\d\d)\b(?!:))?"
_NUMBER = r"(?P<number>\d{1,3}|an?|(?:a )?couple(?: of)?|a few)"
_UNIT = r"(?P<unit>days?|weeks?|fortnights?|months?|years?)"
# No name of a counted thing follows: “the 2nd floor” is no day.
_NO_THING = (
    r"(?! (?!(?:of|at|for|in|please|or|and|is|to|would|if|we|i|with|around|about|instead|but|from|by|after|before|this"
    r"|works|not)\b)[a-z])"
)
_PART = r"(?:morning|afternoon|evening|night|lunchtime|lunch|noon|eve)"


DATES = Dates(
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    calendar_words=(
        *(day for day in _WEEKDAYS if len(day) > 5),
        *(month for month in _MONTHS if len(month) > 5),
        *("tomorrow", "tonight", "yesterday", "weekend", "fortnight", "morning", "afternoon", "evening", "midnight"),
    ),
    spellings={
        **{
            "tmrw": "tomorrow",
            "tmr": "tomorrow",
            "tmw": "tomorrow",
        },
        **{"tomoro": "tomorrow", "tonite": "tonight", "todya": "today"},
        **{"wensday": "wednesday", "wendsday": "wednesday", "wedensday": "wednesday", "tusday": "tuesday"},
        **{"febuary": "february", "feburary": "february", "mornin": "morning", "arvo": "afternoon"},
        **{"monday's": "monday", "today's": "today", "tonight's": "tonight", "tomorrow's": "tomorrow"},
        **{"hrs": "hours", "hr": "hour", "mins": "minutes", "min": "minutes", "wk": "week", "wks": "weeks"},
    },
    days={"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14, "fortnights": 14},
    in_months={"month": 1, "months": 1, "year": 12, "years": 12},
    few={"couple": 2, "few": 3},
    month_first=frozenset({"en", "en-us", "en-ph"}),
    hints=words(
        "today asap now away immediately day days week weeks month months year years year's years' nights fortnight"
        " christmas xmas boxing valentine valentines valentine's patrick's halloween lunch noon night"
    ),
    phrases=(
        Phrase(
            rf"\b(?:{_WEEKDAY}[,.]? ?(?:the |on )?)?\b{_DAY}(?: day)?(?: of)?[ -]?\b{_MONTH}\b\.?"
            rf"(?! (?:be|not|have|also|i|we)\b)[ -]?{_YEAR}",
            "day_of_month",
            0.97,
        ),
        Phrase(rf"\b(?:{_WEEKDAY}[,.]? ?(?:the )?)?\b{_MONTH}\b\.?,? ?(?:the )?{_DAY}{_YEAR}", "day_of_month", 0.97),
        Phrase(rf"\b{_WEEKDAY},? (?:the )?{_ORDINAL}", "day_of_month", 0.95),
        Phrase(rf"\b{_WEEKDAY},? the {_DAY}\b", "day_of_month", 0.9),
        Phrase(rf"\bthe {_ORDINAL}{_NO_THING}", "day_of_month", 0.75),
        Phrase(rf"\b(?:on|for) the (?P<day>[0-3]?\d)º{_NO_THING}", "day_of_month", 0.65),
        Phrase(rf"(?<![\d/]){_ORDINAL}{_NO_THING}", "day_of_month", 0.6),
        Phrase(r"\bthe (?P<day>[0-3]?\d)(?:th|º)? (?:day )?of (?:this|the) month\b", "day_of_month", 0.95),
        Phrase(r"\b(?:the )?(?P<day>[0-3]?\d)(?:th|º)? (?:day )?of next month\b", "day_of_next_month", 0.97),
        Phrase(rf"\b(?:on |this |for |by |coming |every ){_WEEKDAY}\b", "coming_weekday", 0.9),
        Phrase(rf"\b{_CLEAR_WEEKDAY}\b(?: {_PART}\b)?", "coming_weekday", 0.9),
        Phrase(rf"\b(?:this|this coming|the coming) {_WEEKDAY}\b(?: {_PART}\b)?", "this_weeks_day", 0.95),
        Phrase(rf"\bnext {_WEEKDAY}\b(?: {_PART}\b)?", "next_weeks_day", 0.9),
        Phrase(rf"\b(?:last|past|this past) {_WEEKDAY}\b(?: {_PART}\b)?", "weekday_before", 0.95),
        Phrase(rf"\b{_WEEKDAY},? (?:of )?next week\b", "next_weeks_day", 0.97),
        Phrase(rf"\bnext week,? (?:on )?{_WEEKDAY}\b", "next_weeks_day", 0.97),
        Phrase(rf"\b{_WEEKDAY},? (?:of )?last week\b", "last_weeks_day", 0.97),
        Phrase(rf"\b{_NUMBER} {_UNIT} (?:from|on|after) (?:next |this )?{_WEEKDAY}\b", "weeks_after_weekday", 0.97),
        Phrase(rf"\b{_WEEKDAY} (?:week|after next)\b", "weeks_after_weekday", 0.8),
        Phrase(rf"\b(?:in|within|for in) {_NUMBER}(?: more)? {_UNIT}(?:' time)?\b", "time_away", 0.9),
        Phrase(rf"\b{_NUMBER} {_UNIT} (?:from (?:now|today)|today|hence|later|away)\b", "time_away", 0.95),
        Phrase(rf"\b{_NUMBER} {_UNIT} (?:from|after) tomorrow\b", "time_after_tomorrow", 0.95),
        Phrase(rf"\b{_NUMBER} {_UNIT} ago\b", "time_ago", 0.95),
        Phrase(r"\b(?:the )?day after (?:tomorrow|tmrw)\b", "days_away", 1.0, (2,)),
        Phrase(r"\b(?:the )?day before yesterday\b", "days_away", 1.0, (-2,)),
        Phrase(rf"\btomorrow\b(?: {_PART}\b)?", "days_away", 1.0, (1,)),
        Phrase(r"\b(?:today|tonight|this very day)\b", "days_away", 1.0, (0,)),
        Phrase(rf"\b(?:this|later this) {_PART}\b", "days_away", 0.9, (0,)),
        Phrase(r"\byesterday\b", "days_away", 1.0, (-1,)),
        Phrase(r"\b(?:right now|asap|straight away|immediately)\b", "days_away", 0.35, (0,)),
        Phrase(r"\b(?:this |the |at the )?weekend\b", "weekend", 0.6),
        Phrase(r"\bnext weekend\b", "next_weekend", 0.7),
        Phrase(r"\bnext week\b", "next_week", 0.6),
        Phrase(r"\blast week\b", "last_week", 0.4),
        Phrase(r"\bnext month\b", "next_month", 0.4),
        Phrase(r"\b(?:at )?(?:the )?end of (?:the|this) month\b", "end_of_month", 0.6),
        Phrase(rf"\b(?:in|next|this|early|late) {_MONTH}\b(?:,? (?P<year>20\d\d))?", "start_of_month", 0.35),
        Phrase(rf"\b{_CLEAR_MONTH}\b(?:,? (?P<year>20\d\d))?", "start_of_month", 0.3),
        Phrase(r"\b(?:christmas eve|xmas eve)\b", "yearly", 0.95, (12, 24)),
        Phrase(r"\b(?:christmas(?: day)?|xmas)\b", "yearly", 0.9, (12, 25)),
        Phrase(r"\bboxing day\b", "yearly", 0.95, (12, 26)),
        Phrase(r"\bnew year'?s? eve\b", "yearly", 0.95, (12, 31)),
        Phrase(r"\bnew year'?s?(?: day)?\b", "yearly", 0.8, (1, 1)),
        Phrase(r"\bvalentine'?s?(?: day)?\b", "yearly", 0.9, (2, 14)),
        Phrase(r"\bst\.? patrick'?s?(?: day)?\b", "yearly", 0.9, (3, 17)),
        Phrase(r"\bhalloween\b", "yearly", 0.9, (10, 31)),
    ),
    bare=(
        Phrase(r"(?:on |for |by )?(?:the )?(?P<day>[0-3]?\d)(?:th|º)?", "day_of_month", 0.75),
        Phrase(rf"{_WEEKDAY}s?", "coming_weekday", 0.9),
        Phrase(rf"{_MONTH}", "start_of_month", 0.4),
    ),
)
