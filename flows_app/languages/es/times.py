"""How Spanish tells the time."""

from flows_app.languages.parts import Phrase, Times, words

_PART = r"(?:,? (?:(?:de|por|en|a) la (?P<part>manana|tarde|noche|madrugada)|del? (?P<part2>mediodia|dia))\b)?"
_MERIDIEM = r"(?: ?(?P<half>[ap])(?:\.? ?m\b\.?))?"
_HOUR = r"(?P<hour>\d{1,2}|una)"
_ADDED = (
    r"(?:[:.](?P<minute>[0-5]\d)| y (?P<past>media|cuarto|pico|[0-5]?\d)| menos (?P<to>cuarto|[0-5]?\d)"
    r"| (?P<minute2>[0-5]\d))?"
)

TIMES = Times(
    hints=words("una mediodia medio medianoche media manana tarde noche madrugada hora horas minutos cuarto"),
    phrases=(
        Phrase(
            rf"\b(?:a|sobre|hacia|desde|de|hasta|para|por|tipo|antes de|despues de|a partir de|a eso de|entre)"
            rf" las? {_HOUR}\b(?![\d%]|[/-]\d|th\b){_ADDED}\b(?: horas| hs?)?(?: en punto)?{_PART}{_MERIDIEM}",
            "told_unless_counting",
            0.95,
        ),
        Phrase(
            rf"\blas? {_HOUR}\b(?![\d%]|[/-]\d|th\b){_ADDED}\b(?: horas| hs?)?(?: en punto)?{_PART}{_MERIDIEM}",
            "told_unless_counting",
            0.75,
        ),
        Phrase(rf"\b(?P<hour>\d{{1,2}}) y (?P<past>media|cuarto)\b{_PART}{_MERIDIEM}", "told", 0.6),
        Phrase(rf"\b(?P<hour>\d{{1,2}}) menos (?P<to>cuarto)\b{_PART}{_MERIDIEM}", "told", 0.6),
        Phrase(
            rf"(?<![\d:.,/])(?P<hour>\d{{1,2}}){_ADDED} (?:de|por|en) la (?P<part>manana|tarde|noche|madrugada)\b",
            "told",
            0.9,
        ),
        Phrase(rf"\b(?P<to>cuarto|\d{{1,2}})(?: minutos)? para las? {_HOUR}\b{_PART}{_MERIDIEM}", "told", 0.95),
        Phrase(r"(?<![\d:.,/])(?P<hour>\d{1,2}) en punto\b", "told", 0.9),
        Phrase(r"\b(?:al |a )?(?:mediodia|medio dia)\b", "at", 0.95, (12,)),
        Phrase(r"\b(?:a )?(?:medianoche|media noche)\b", "at", 0.95, (0,)),
        Phrase(
            r"\b(?:(?:por|de|en|a) la|esta|a ultima hora de la) (?P<part>manana|tarde|noche|madrugada)\b",
            "usual_time",
            0.3,
        ),
    ),
    minutes={"cuarto": 15, "media": 30, "pico": 0},
    hours={"una": 1},
    parts={
        **{"manana": "morning", "mananita": "morning", "desayuno": "morning", "desayunar": "morning"},
        **{"madrugada": "dawn", "mediodia": "noon", "dia": "noon", "almuerzo": "noon", "almorzar": "noon"},
        **{"comer": "noon", "tarde": "afternoon", "cena": "evening", "cenar": "evening", "noche": "night"},
    },
    part_of_day=(
        r"\b(?:(?:la|esta) (?P<part>manana|tarde|noche|madrugada)"
        r"|(?P<meal>desayuno|desayunar|comer|almuerzo|almorzar|cena|cenar))\b"
    ),
    shift=r"\b(?P<number>\d{1,3}|una?|media) (?P<unit>hora|minuto)s? (?P<way>antes|despues) de\b",
    from_now=r"\b(?:dentro de|en) (?P<number>\d{1,3}|una?|media|un par de) (?P<unit>hora|minuto)s?\b",
    units={"hora": 60, "minuto": 1},
    later=frozenset({"despues"}),
    halves=frozenset({"media"}),
    few={"un par de": 2},
    hour_words="horas",
    between="o|a|y",
    behind=words("hoy tarde noche solo mejor esta este sera nombre aproximadamente reserva"),
)
