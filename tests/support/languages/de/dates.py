from flows_app.languages.parts import Dates, Phrase, alternatives, words

_WEEKDAYS = {"montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4, "samstag": 5, "sonntag": 6}
_MONTHS = {
    **{"januar": 1, "februar": 2, "marz": 3, "april": 4, "mai": 5, "juni": 6, "juli": 7, "august": 8},
    **{"september": 9, "oktober": 10, "november": 11, "dezember": 12},
}
_WEEKDAY = rf"(?P<weekday>{alternatives(_WEEKDAYS)})"

DATES = Dates(
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    calendar_words=(*(day for day in _WEEKDAYS if len(day) > 5), "ubermorgen"),
    days={"tag": 1, "tage": 1, "tagen": 1, "woche": 7, "wochen": 7},
    in_months={"monat": 1, "monate": 1, "monaten": 1},
    hints=words("heute morgen tagen woche wochen monat monaten"),
    phrases=(
        Phrase(
            rf"\b(?:am |den )?(?P<day>[0-3]?\d)\.? (?P<month>{alternatives(_MONTHS)})\b(?: (?P<year>20\d\d))?",
            "day_of_month",
            0.97,
        ),
        Phrase(rf"\b(?:am |diesen )?{_WEEKDAY}\b", "coming_weekday", 0.9),
        Phrase(r"\bin (?P<number>\d{1,3}) (?P<unit>tagen|woche|wochen|monat|monaten)\b", "time_away", 0.9),
        Phrase(r"\bubermorgen\b", "days_away", 1.0, (2,)),
        Phrase(r"\bmorgen\b", "days_away", 1.0, (1,)),
        Phrase(r"\bheute\b", "days_away", 1.0, (0,)),
    ),
)
