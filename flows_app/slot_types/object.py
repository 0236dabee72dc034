from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.limits import ITEMS_PER_VALUE
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form, SlotType
from flows_app.slot_types.list import without_whole_numbers


@slot_type("object")
class Object(SlotType):
    """Several values by their names."""

    families = Family(0)
    json_schema = {"type": "object", "maxProperties": ITEMS_PER_VALUE}
    samples = ({"example": 1}, {})
    example = {"seats": 2}
    has_untyped_parts = True
    takes_texts = False
    form = Form.OBJECT

    def coerce(self, slot: SlotDefinition, value: Any) -> dict[str, Any]:
        is_one = isinstance(value, dict) and all(isinstance(key, str) for key in value)
        if not is_one or len(value) > ITEMS_PER_VALUE:
            raise self.refused()
        return dict(value)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return value

    def bound(self, value: Any, floats: bool) -> Any:
        return without_whole_numbers(value) if floats else value
