import re
from datetime import datetime
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family
from flows_app.slot_types.number import Number
from flows_app.slot_types.wording import sum_of_money

# A currency may stand at either end, not in between.
_CURRENCY = r"(?:[$€£¥]|[A-Z]{3})?"
_AMOUNT = re.compile(rf"(?P<sign>[+-]?){_CURRENCY}\s*(?P<number>\d(?:[\d., ']*\d)?)\s*{_CURRENCY}")


@slot_type("money")
class Money(Number):
    """A sum of money, to the cent; its currency is the slot's."""

    refusal = {"en": "Please give an amount, such as 12.50.", "es": "Dime una cantidad de dinero, por ejemplo 12,50."}
    families = Family.NUMBER
    own_fields = frozenset({"currency"})
    samples = (100.0, 10.0, 1_000.0, 1.0, 0.0, 1.37)
    example = 1234.5
    example_slot = {"currency": "EUR"}
    called = {"en": "amount sum price cost", "es": "importe cantidad monto suma precio dinero"}
    typical = "50 euros"

    def coerce(self, slot: SlotDefinition, value: Any) -> float:
        return round(self.number(self._written(value) if isinstance(value, str) else value), 2)

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return sum_of_money(value, slot.currency, language)

    def hints(self, slot: SlotDefinition, now: datetime | None, language: str) -> dict[str, Any]:
        currency = {"currency": slot.currency} if slot.currency else {}
        return {**super().hints(slot, now, language), **currency}

    def _written(self, text: str) -> str:
        """“1.234,50 €” and “$1,234.50” as 1234.50: the last mark with one or two digits behind it is the decimal."""
        amount = _AMOUNT.fullmatch(text.strip())
        if amount is None:
            raise self.refused()
        decimal = re.fullmatch(r"(?P<whole>.*)[.,](?P<part>\d{1,2})", amount["number"])
        whole, part = (decimal["whole"], decimal["part"]) if decimal else (amount["number"], "0")
        if not re.fullmatch(r"\d+|\d{1,3}(?P<mark>[., '])\d{3}((?P=mark)\d{3})*", whole):
            raise self.refused()
        return f"{amount['sign']}{re.sub(r'[^0-9]', '', whole)}.{part}"
