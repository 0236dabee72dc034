"""How Spanish names a day."""

from flows_app.languages.parts import Dates, Phrase, alternatives, words

_WEEKDAYS = {
    **{"lunes": 0, "martes": 1, "miercoles": 2, "jueves": 3, "viernes": 4, "sabado": 5, "domingo": 6},
    **{"lun": 0, "mie": 2, "jue": 3, "vie": 4, "sab": 5, "dom": 6},
}
_MONTHS = {
    **{"enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8},
    **{"septiembre": 9, "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12, "ene": 1, "feb": 2},
    **{"abr": 4, "jun": 6, "jul": 7, "ago": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dic": 12},
}
_NEEDS_CONTEXT = {"dom", "vie", "lun", "jue", "mie", "sab"}
_WEEKDAY = rf"(?P<weekday>{alternatives(_WEEKDAYS)})"
_CLEAR_WEEKDAY = rf"(?P<weekday>{alternatives(_WEEKDAYS.keys() - _NEEDS_CONTEXT)})"
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})"
_DAY = r"(?P<day>[0-3]?\d)(?:th|º)?(?![\d:%]|[.,/]\d)"
_DAY_OR_ONE = r"(?P<day>[0-3]?\d|uno)(?:th|º)?(?![\d:%]|[.,/]\d)"
_YEAR = r"(?:,? ?(?:del? (?:ano )?)?(?P<year>(?:19|20)\d\d)\b)?"
_NUMBER = r"(?P<number>\d{1,3}|una?|un par de|unos|unas)"
_UNIT = r"(?P<unit>dias?|semanas?|quincenas?|mes(?:es)?|anos?)"
_PART = r"(?:(?: (?:por|en|a|de) la (?:manana|tarde|noche))\b)?"
_NEXT = r"(?:que viene|proximo|proxima|siguiente|entrante|q viene)"
_NO_THING = (
    r"(?! (?!(?:de|a|para|en|por|o|y|es|si|con|sobre|mejor|al|que|gracias|porfa|somos|este|del|hacia|desde|no)\b)[a-z])"
    r"(?! de las?\b)(?! y (?:media|cuarto))"
)


DATES = Dates(
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    calendar_words=(
        *(day for day in _WEEKDAYS if len(day) > 5),
        *(month for month in _MONTHS if len(month) > 5),
        *("manana", "pasado", "semana", "quincena", "mediodia", "medianoche", "proximo", "proxima", "siguiente"),
    ),
    spellings={
        **{"maniana": "manana", "miercole": "miercoles", "savado": "sabado"},
        **{"vierne": "viernes", "jueve": "jueves", "juevez": "jueves", "viernez": "viernes"},
        **{"oy": "hoy", "ahorita": "ahora", "min": "minutos", "mins": "minutos", "hs": "horas", "hrs": "horas"},
        # Close to a calendar word, and words of their own.
        **{"semanas": "semanas", "mananas": "mananas", "pasada": "pasada", "pesado": "pesado", "casado": "casado"},
        **{"proximos": "proximos", "manzana": "manzana", "pasados": "pasados"},
    },
    days={"dia": 1, "dias": 1, "semana": 7, "semanas": 7, "quincena": 15, "quincenas": 15},
    in_months={"mes": 1, "meses": 1, "ano": 12, "anos": 12},
    few={"par": 2},
    hints=words(
        "hoy ayer anteayer antier ahora cuanto dia dias semana semanas mes meses ano anos finde noche tarde posible"
        " mismo nochebuena navidad nochevieja reyes valentin fin quincena pasadomanana antesdeayer"
    ),
    phrases=(
        Phrase(
            rf"\b(?:(?:el )?{_WEEKDAY},? ?(?:el |dia )?)?(?:el )?(?:dia )?\b{_DAY_OR_ONE}"
            rf" ?(?:de |del |-|/)?(?:mes de )?\b{_MONTH}\b\.?{_YEAR}",
            "day_of_month",
            0.97,
        ),
        Phrase(rf"\b{_MONTH} {_DAY}\b", "day_of_month", 0.8),
        Phrase(
            rf"\b(?:el )?{_WEEKDAY},? (?:el |dia |el dia )?{_DAY}\b(?! ?(?:h\b|[ap]\.?m|de la|y media|personas))",
            "day_of_month",
            0.9,
        ),
        Phrase(rf"\bel dia {_DAY}\b", "day_of_month", 0.9),
        Phrase(rf"\b(?:el|del|para el|al) {_DAY}\b{_NO_THING}(?! ?[%€$])", "day_of_month", 0.75),
        Phrase(rf"\b(?:el )?(?:dia )?{_DAY} de este mes\b", "day_of_month", 0.95),
        Phrase(rf"\b(?:el )?(?:dia )?{_DAY} del? (?:proximo mes|mes {_NEXT})\b", "day_of_next_month", 0.97),
        Phrase(rf"\b(?:el |este |los |para el )?{_CLEAR_WEEKDAY}\b{_PART}", "coming_weekday", 0.9),
        Phrase(rf"\b(?:el|este|para el) {_WEEKDAY}\b{_PART}", "coming_weekday", 0.9),
        Phrase(rf"\beste {_WEEKDAY}\b{_PART}", "this_weeks_day", 0.95),
        Phrase(rf"\b(?:el |este )?(?:proximo|siguiente) {_WEEKDAY}\b{_PART}", "coming_weekday", 0.95),
        Phrase(rf"\b(?:el )?{_WEEKDAY},? (?:{_NEXT})\b{_PART}", "coming_weekday", 0.95),
        Phrase(rf"\b(?:el )?(?:pasado|ultimo) {_WEEKDAY}\b", "weekday_before", 0.95),
        Phrase(rf"\b(?:el )?{_WEEKDAY} (?:pasado|anterior)\b(?! manana)", "weekday_before", 0.95),
        Phrase(rf"\b(?:el )?{_WEEKDAY},? de (?:la semana (?:{_NEXT})|la proxima semana)\b", "next_weeks_day", 0.97),
        Phrase(rf"\b(?:la semana (?:{_NEXT})|la proxima semana),? (?:el )?{_WEEKDAY}\b", "next_weeks_day", 0.97),
        Phrase(rf"\b(?:el )?{_WEEKDAY},? de la semana pasada\b", "last_weeks_day", 0.97),
        Phrase(rf"\b(?:el )?{_WEEKDAY} (?:que no|no este sino el otro)", "weeks_after_weekday", 0.5),
        Phrase(rf"\b(?:dentro de|de aqui a|en|de hoy en) {_NUMBER} {_UNIT}\b", "time_away", 0.9),
        Phrase(rf"\b{_NUMBER} {_UNIT} (?:despues de|desde|a partir de) (?:hoy|ahora)\b", "time_away", 0.95),
        Phrase(
            rf"\b{_NUMBER} {_UNIT} (?:despues de|desde|a partir del?) (?:el )?{_WEEKDAY}\b", "weeks_after_weekday", 0.95
        ),
        Phrase(rf"\bhace {_NUMBER} {_UNIT}\b", "time_ago", 0.95),
        Phrase(r"\bpasado ?manana\b", "days_away", 1.0, (2,)),
        Phrase(r"\b(?:anteayer|antier|antes de ayer|antesdeayer)\b", "days_away", 1.0, (-2,)),
        # Not “la mañana”, the morning.
        Phrase(rf"(?<!la )(?<!esta )(?<!pasado )(?<!las )\bmanana\b(?: mismo)?{_PART}", "days_away", 1.0, (1,)),
        Phrase(rf"\bhoy\b(?: mismo)?{_PART}", "days_away", 1.0, (0,)),
        Phrase(r"\besta (?:misma )?(?:noche|tarde|manana)\b", "days_away", 0.9, (0,)),
        Phrase(r"\bayer\b", "days_away", 1.0, (-1,)),
        Phrase(r"\b(?:ahora mismo|cuanto antes|lo antes posible|ya mismo)\b", "days_away", 0.35, (0,)),
        Phrase(r"\b(?:este |el |al )?(?:fin de semana|finde)\b", "weekend", 0.6),
        Phrase(rf"\b(?:el )?(?:(?:fin de semana|finde) {_NEXT}|proximo (?:fin de semana|finde))\b", "weekend", 0.6),
        Phrase(rf"\b(?:la )?(?:semana {_NEXT}|proxima semana|siguiente semana)\b", "next_week", 0.6),
        Phrase(r"\b(?:la )?semana pasada\b", "last_week", 0.4),
        Phrase(rf"\b(?:el )?(?:mes {_NEXT}|proximo mes)\b", "next_month", 0.4),
        Phrase(r"\b(?:a )?(?:fin|final|finales) de mes\b", "end_of_month", 0.6),
        Phrase(rf"\b(?:en |para )?{_MONTH}\b(?: del? (?P<year>20\d\d))?", "start_of_month", 0.3),
        Phrase(r"\b(?:nochebuena|noche buena)\b", "yearly", 0.95, (12, 24)),
        Phrase(r"\b(?:dia de )?navidad\b", "yearly", 0.9, (12, 25)),
        Phrase(r"\b(?:nochevieja|noche vieja|fin de ano)\b", "yearly", 0.9, (12, 31)),
        Phrase(r"\b(?:ano nuevo)\b", "yearly", 0.9, (1, 1)),
        Phrase(r"\b(?:dia de )?(?:los )?reyes\b", "yearly", 0.6, (1, 6)),
        Phrase(r"\bsan valentin\b", "yearly", 0.9, (2, 14)),
    ),
    bare=(
        Phrase(r"(?:para |en )?(?:el )?(?:dia )?(?P<day>[0-3]?\d)(?:th|º)?", "day_of_month", 0.75),
        Phrase(rf"(?:el )?{_WEEKDAY}", "coming_weekday", 0.9),
    ),
)
