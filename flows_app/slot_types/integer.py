from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family
from flows_app.slot_types.number import Number

# Beyond it a float, and so JavaScript and CEL, can't tell two neighbours apart.
_LARGEST = 2**53


@slot_type("integer")
class Integer(Number):
    """A whole number."""

    refusal = {"en": "Please give a whole number.", "es": "Dime un número entero, por favor."}
    families = Number.families | Family.WHOLE
    json_schema = {"type": "integer"}
    samples = (1, 10, 100, 1_000, 0, -1)
    example = 1200
    typical = "4"

    def coerce(self, slot: SlotDefinition, value: Any) -> int:
        number = self.number(value)
        if not number.is_integer() or abs(number) > _LARGEST:
            raise self.refused()
        return int(number)

    def bound(self, value: Any, floats: bool) -> Any:
        return float(value) if floats else value
