"""The slots that the cases of this folder are about, and when they happen: on a Wednesday at noon."""

from datetime import datetime, timedelta, timezone
from typing import Any

from flows_app.language import SlotDefinition

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
}
