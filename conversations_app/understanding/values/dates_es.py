"""How Spanish names a day."""

from conversations_app.understanding.values import day_phrases as means
from conversations_app.understanding.values.grammar import Rule, rule
from conversations_app.understanding.values.vocabulary import alternatives
from conversations_app.understanding.values.words_es import SPANISH

_NEEDS_CONTEXT = {"dom", "vie", "lun", "jue", "mie", "sab"}
_WEEKDAY = rf"(?P<weekday>{alternatives(SPANISH.weekdays)})"
_CLEAR_WEEKDAY = rf"(?P<weekday>{alternatives(SPANISH.weekdays.keys() - _NEEDS_CONTEXT)})"
_MONTH = rf"(?P<month>{alternatives(SPANISH.months)})"
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
HINTS = frozenset(
    {
        *SPANISH.weekdays,
        *SPANISH.months,
        *SPANISH.calendar_words,
        "hoy",
        "ayer",
        "anteayer",
        "antier",
        "ahora",
        "cuanto",
    }
    | {"dia", "dias", "semana", "semanas", "mes", "meses", "ano", "anos", "finde", "noche", "tarde", "posible", "mismo"}
    | {"nochebuena", "navidad", "nochevieja", "reyes", "valentin", "fin", "quincena", "pasadomanana", "antesdeayer"}
)

RULES: tuple[Rule, ...] = (
    rule(
        rf"\b(?:(?:el )?{_WEEKDAY},? ?(?:el |dia )?)?(?:el )?(?:dia )?\b{_DAY_OR_ONE}"
        rf" ?(?:de |del |-|/)?(?:mes de )?\b{_MONTH}\b\.?{_YEAR}",
        means.day_of_month,
        0.97,
    ),
    rule(rf"\b{_MONTH} {_DAY}\b", means.day_of_month, 0.8),
    rule(
        rf"\b(?:el )?{_WEEKDAY},? (?:el |dia |el dia )?{_DAY}\b(?! ?(?:h\b|[ap]\.?m|de la|y media|personas))",
        means.day_of_month,
        0.9,
    ),
    rule(rf"\bel dia {_DAY}\b", means.day_of_month, 0.9),
    rule(rf"\b(?:el|del|para el|al) {_DAY}\b{_NO_THING}(?! ?[%€$])", means.day_of_month, 0.75),
    rule(rf"\b(?:el )?(?:dia )?{_DAY} de este mes\b", means.day_of_month, 0.95),
    rule(rf"\b(?:el )?(?:dia )?{_DAY} del? (?:proximo mes|mes {_NEXT})\b", means.day_of_next_month, 0.97),
    rule(rf"\b(?:el |este |los |para el )?{_CLEAR_WEEKDAY}\b{_PART}", means.coming_weekday, 0.9),
    rule(rf"\b(?:el|este|para el) {_WEEKDAY}\b{_PART}", means.coming_weekday, 0.9),
    rule(rf"\beste {_WEEKDAY}\b{_PART}", means.this_weeks_day, 0.95),
    rule(rf"\b(?:el |este )?(?:proximo|siguiente) {_WEEKDAY}\b{_PART}", means.coming_weekday, 0.95),
    rule(rf"\b(?:el )?{_WEEKDAY},? (?:{_NEXT})\b{_PART}", means.coming_weekday, 0.95),
    rule(rf"\b(?:el )?(?:pasado|ultimo) {_WEEKDAY}\b", means.weekday_before, 0.95),
    rule(rf"\b(?:el )?{_WEEKDAY} (?:pasado|anterior)\b(?! manana)", means.weekday_before, 0.95),
    rule(rf"\b(?:el )?{_WEEKDAY},? de (?:la semana (?:{_NEXT})|la proxima semana)\b", means.next_weeks_day, 0.97),
    rule(rf"\b(?:la semana (?:{_NEXT})|la proxima semana),? (?:el )?{_WEEKDAY}\b", means.next_weeks_day, 0.97),
    rule(rf"\b(?:el )?{_WEEKDAY},? de la semana pasada\b", means.last_weeks_day, 0.97),
    rule(rf"\b(?:el )?{_WEEKDAY} (?:que no|no este sino el otro)", means.weeks_after_weekday, 0.5),
    rule(rf"\b(?:dentro de|de aqui a|en|de hoy en) {_NUMBER} {_UNIT}\b", means.time_away, 0.9),
    rule(rf"\b{_NUMBER} {_UNIT} (?:despues de|desde|a partir de) (?:hoy|ahora)\b", means.time_away, 0.95),
    rule(
        rf"\b{_NUMBER} {_UNIT} (?:despues de|desde|a partir del?) (?:el )?{_WEEKDAY}\b", means.weeks_after_weekday, 0.95
    ),
    rule(rf"\bhace {_NUMBER} {_UNIT}\b", means.time_ago, 0.95),
    rule(r"\bpasado ?manana\b", means.days_away(2), 1.0),
    rule(r"\b(?:anteayer|antier|antes de ayer|antesdeayer)\b", means.days_away(-2), 1.0),
    # Not “la mañana”, the morning.
    rule(rf"(?<!la )(?<!esta )(?<!pasado )(?<!las )\bmanana\b(?: mismo)?{_PART}", means.days_away(1), 1.0),
    rule(rf"\bhoy\b(?: mismo)?{_PART}", means.days_away(0), 1.0),
    rule(r"\besta (?:misma )?(?:noche|tarde|manana)\b", means.days_away(0), 0.9),
    rule(r"\bayer\b", means.days_away(-1), 1.0),
    rule(r"\b(?:ahora mismo|cuanto antes|lo antes posible|ya mismo)\b", means.days_away(0), 0.35),
    rule(r"\b(?:este |el |al )?(?:fin de semana|finde)\b", means.weekend, 0.6),
    rule(rf"\b(?:el )?(?:(?:fin de semana|finde) {_NEXT}|proximo (?:fin de semana|finde))\b", means.weekend, 0.6),
    rule(rf"\b(?:la )?(?:semana {_NEXT}|proxima semana|siguiente semana)\b", means.next_week, 0.6),
    rule(r"\b(?:la )?semana pasada\b", means.last_week, 0.4),
    rule(rf"\b(?:el )?(?:mes {_NEXT}|proximo mes)\b", means.next_month, 0.4),
    rule(r"\b(?:a )?(?:fin|final|finales) de mes\b", means.end_of_month, 0.6),
    rule(rf"\b(?:en |para )?{_MONTH}\b(?: del? (?P<year>20\d\d))?", means.start_of_month, 0.3),
    rule(r"\b(?:nochebuena|noche buena)\b", means.yearly(12, 24), 0.95),
    rule(r"\b(?:dia de )?navidad\b", means.yearly(12, 25), 0.9),
    rule(r"\b(?:nochevieja|noche vieja|fin de ano)\b", means.yearly(12, 31), 0.9),
    rule(r"\b(?:ano nuevo)\b", means.yearly(1, 1), 0.9),
    rule(r"\b(?:dia de )?(?:los )?reyes\b", means.yearly(1, 6), 0.6),
    rule(r"\bsan valentin\b", means.yearly(2, 14), 0.9),
)
BARE: tuple[Rule, ...] = (
    rule(r"(?:para |en )?(?:el )?(?:dia )?(?P<day>[0-3]?\d)(?:th|º)?", means.day_of_month, 0.75),
    rule(rf"(?:el )?{_WEEKDAY}", means.coming_weekday, 0.9),
)
