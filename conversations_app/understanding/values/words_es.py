"""Spanish, as people type it to a bot: mostly without accents."""

from conversations_app.understanding.values.vocabulary import Vocabulary, phrases, words

_WEEKDAYS = {
    **{"lunes": 0, "martes": 1, "miercoles": 2, "jueves": 3, "viernes": 4, "sabado": 5, "domingo": 6},
    **{"lun": 0, "mie": 2, "jue": 3, "vie": 4, "sab": 5, "dom": 6},
}
_MONTHS = {
    **{"enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8},
    **{"septiembre": 9, "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12, "ene": 1, "feb": 2},
    **{"abr": 4, "jun": 6, "jul": 7, "ago": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dic": 12},
}

SPANISH = Vocabulary(
    language="es",
    ones=frozenset({"un", "una", "uno"}),
    before_a_one=frozenset({"y"}),
    one_begins=False,
    quarters=frozenset({"cuarto"}),
    before_a_quarter=frozenset({"y", "menos", "un", ""}),
    behind_a_quarter=frozenset({"para"}),
    no_numbers=frozenset({"unos", "unas"}),
    no_numbers_behind={"ciento": "por", "cien": "por"},
    number_spellings={
        "veintidos": "veintidós",
        "veintitres": "veintitrés",
        "ventitres": "veintitrés",
        "veintiseis": "veintiséis",
        "ventidos": "veintidós",
        "veintiun": "veintiún",
        "ventiuno": "veintiuno",
        "venticuatro": "veinticuatro",
        "venticinco": "veinticinco",
        "vientiuno": "veintiuno",
        "dieciseis": "dieciséis",
        "diesiseis": "dieciséis",
        "dies": "diez",
        "sinco": "cinco",
        "onse": "once",
        "dose": "doce",
        "trese": "trece",
        "catorse": "catorce",
        "quinse": "quince",
        "sien": "cien",
        "milion": "millón",
        "millon": "millón",
        "decimo": "décimo",
        "decima": "décima",
        "septimo": "séptimo",
        "septima": "séptima",
    },
    multipliers={
        **{"k": 1_000, "mil": 1_000, "m": 1_000_000, "millon": 1_000_000, "millones": 1_000_000},
    },
    collectives={"docena": 12, "docenas": 12, "par": 2, "pareja": 2, "parejas": 2, "decena": 10},
    articles="una?",
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    calendar_words=(
        *(day for day in _WEEKDAYS if len(day) > 5),
        *(month for month in _MONTHS if len(month) > 5),
        *("manana", "pasado", "semana", "quincena", "mediodia", "medianoche", "proximo", "proxima", "siguiente"),
    ),
    calendar_spellings={
        **{"maniana": "manana", "miercole": "miercoles", "savado": "sabado"},
        **{"vierne": "viernes", "jueve": "jueves", "juevez": "jueves", "viernez": "viernes"},
        **{"oy": "hoy", "ahorita": "ahora", "min": "minutos", "mins": "minutos", "hs": "horas", "hrs": "horas"},
        # Close to a calendar word, and words of their own.
        **{"semanas": "semanas", "mananas": "mananas", "pasada": "pasada", "pesado": "pesado", "casado": "casado"},
        **{"proximos": "proximos", "manzana": "manzana", "pasados": "pasados"},
    },
    fillers=words(
        "eh em este esto pues bueno vale ok okay si ah oh hola buenas mira a ver perdon claro venga entonces mmm hmm"
        " ehh uhm um gracias quizas quiza tal vez"
    ),
    stop_words=words(
        "el la los las un una unos unas lo de del a al en con por para y o u pero que es son era ser yo mi mis me nos"
        " nuestro nuestra tu su sus se le les este esta esto ese esa eso hay no si quiero quisiera queria necesito"
        " puedo puede podria tengo tiene dar poner hacer como cual cuando donde quien cuanto porfa favor uno otra"
        " otro reservar enviar mas muy ya sobre"
    ),
    connectors=words(
        "usando mediante el la los las de del a al para con por en y o mi un una que desde este esta sobre porfa"
    ),
    before_a_verb=words("voy vamos ir vas ayudame ayuda vengo vuelvo empezar"),
    courtesies=(
        *("por favor", "porfa", "porfi", "porfis", "porfavor", "xfa", "gracias", "muchas gracias"),
        *("si puede ser", "si es posible"),
    ),
    hedges=("creo", "creo yo", "supongo", "me parece", "diria yo", "o asi", "o algo asi", "quizas", "tal vez"),
    negations=(
        r"no (?:quiero|es|son|era|seria|la|el|los|las|a|en|para)|excepto|menos la|menos el|sin|en vez de|en lugar de"
        r"|salvo|tampoco|ni"
    ),
    soft_negations=r"no",
    not_negated=r"mas|menos|antes|despues|hasta|solo|tarde|pasa|se",
    changing=r"cambi|mover|mueve|pasar|pasalo|pasala|modific|retras|adelant|aplaz",
    given_up=r"de|del|desde",
    taken_up=r"a|al|hasta",
    list_words=r"y|e|&",
    yes=phrases(
        "si|s|sip|claro|claro que si|por supuesto|vale|ok|okay|de acuerdo|correcto|exacto|asi es|cierto|verdad|dale"
        "|desde luego|perfecto|bueno|venga|eso es|verdadero|afirmativo|como no|sin duda|adelante|creo que si"
        "|si quiero|me parece bien|esta bien|sin problema|obvio|seguro"
    ),
    no=phrases(
        "no|n|nop|nada|para nada|que va|claro que no|por supuesto que no|de ninguna manera|en absoluto|nunca|jamas"
        "|negativo|falso|no gracias|ahora no|todavia no|aun no|no quiero|no es correcto|incorrecto|no es asi|tampoco"
        "|creo que no|mejor no|ni hablar|no hace falta|ninguno|ninguna|no lo creo|desde luego que no|sin"
    ),
    # “Segundo” is also a unit of time, which is why it is no number everywhere.
    ordinal_words={
        **{"ultimo": -1, "ultima": -1, "final": -1, "penultimo": -2, "penultima": -2},
        **{"primer": 1, "segundo": 2, "tercer": 3},
    },
    question_words=words("que quien como cuando donde por cual cuanto puedo puedes hay"),
)
