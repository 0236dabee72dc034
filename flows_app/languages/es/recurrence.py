from flows_app.languages.parts import Recurrence

RECURRENCE = Recurrence(
    each="cada|tod[oa]s l[oa]s|una vez a la|una vez al|al|a la|por",
    units={
        "day": "dia",
        "week": "semana",
        "fortnight": "quincena|dos semanas|2 semanas|quince dias|15 dias",
        "month": "mes",
        "quarter": "trimestre|tres meses|3 meses",
        "year": "ano",
        "hour": "hora",
    },
    adverbs={
        "day": "diari[oa](?:mente)?",
        "week": "semanal(?:es|mente)?",
        "fortnight": "quincenal(?:es|mente)?",
        "month": "mensual(?:es|mente)?",
        "quarter": "trimestral(?:es|mente)?",
        "year": "anual(?:es|mente)?",
    },
)
