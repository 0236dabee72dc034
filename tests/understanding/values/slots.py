"""The slots that the cases of this folder are about, and when they happen: on a Wednesday at noon."""

from datetime import datetime, timedelta, timezone
from typing import Any

from flows_app.flow_language import SlotDefinition

NOW = datetime(2026, 5, 20, 12, tzinfo=timezone(timedelta(hours=2)))


def slot(name: str, type_: str, **more: Any) -> SlotDefinition:
    return SlotDefinition.model_validate({"name": name, "type": type_, **more})


SLOTS = {
    "amount": slot("amount", "money"),
    "euros": slot("euros", "money", currency="EUR"),
    "people": slot("people", "integer", description="How many people come"),
    "nights": slot("nights", "integer", description="How many nights"),
    "count": slot("count", "integer"),
    "number": slot("number", "number"),
    "rating": slot("rating", "number", description="The least rating"),
    "day": slot("day", "date"),
    "time": slot("time", "time"),
    "moment": slot("moment", "datetime"),
    "account": slot(
        "account",
        "choice",
        choices=[
            {
                "value": "checking",
                "label": {"en": "Checking account", "es": "Cuenta corriente"},
                "synonyms": ["current account"],
            },
            {"value": "savings", "label": {"en": "Savings account", "es": "Cuenta de ahorros"}},
            {"value": "credit", "label": {"en": "Credit card", "es": "Tarjeta de crédito"}, "synonyms": ["visa"]},
        ],
    ),
    "size": slot(
        "size", "choice", choices=[{"value": "s"}, {"value": "small"}, {"value": "large", "synonyms": ["big"]}]
    ),
    "parking": slot("parking", "boolean"),
    "email": slot("email", "email"),
    "phone": slot("phone", "phone"),
    "name": slot("name", "text", description="Your name"),
    "reason": slot("reason", "text", description="Why you call"),
    "groceries": slot("groceries", "list"),
    "months": slot("months", "integer", description="In how many months you pay it back"),
    "minutes": slot("minutes", "integer"),
    "tip": slot("tip", "number", description="How many per cent"),
    "area": slot(
        "area",
        "choice",
        choices=[
            {"value": "inside", "label": {"en": "Inside", "es": "Dentro"}},
            {"value": "terrace", "label": {"en": "On the terrace", "es": "En la terraza"}},
            {"value": "bar", "label": {"en": "At the bar", "es": "En la barra"}},
        ],
    ),
    "frequency": slot(
        "frequency",
        "choice",
        choices=[
            {"value": "once", "label": {"en": "Once", "es": "Una vez"}},
            {"value": "weekly", "label": {"en": "Every week", "es": "Cada semana"}},
            {"value": "monthly", "label": {"en": "Monthly", "es": "Mensual"}, "synonyms": ["al mes"]},
        ],
    ),
    "diet": slot("diet", "choice", choices=[{"value": "everything", "synonyms": ["anything"]}, {"value": "vegan"}]),
    "doctor": slot(
        "doctor",
        "choice",
        choices=[
            {"value": "gp", "label": {"en": "General practitioner", "es": "Médico de cabecera"}},
            {"value": "skin", "label": {"en": "Skin", "es": "Piel"}},
            {"value": "quick", "label": {"en": "The quick one", "es": "El rápido"}},
        ],
    ),
    "insurer": slot("insurer", "choice", choices=[{"value": "sanitas"}, {"value": "adeslas"}]),
    "code": slot("code", "text", description="The code of your booking"),
    "city": slot("city", "text", prompt={"en": "In which town?", "es": "¿En qué ciudad?"}),
    "medicine": slot("medicine", "text"),
    "purpose": slot("purpose", "text", prompt={"en": "What is it for?", "es": "¿Para qué es?"}),
    "note": slot("note", "text", description="A few words"),
    "address": slot("address", "object", description="Where you live: street, city"),
}
