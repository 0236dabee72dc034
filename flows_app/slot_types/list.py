from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.limits import ITEMS_PER_VALUE
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form, SlotType
from flows_app.slot_types.refusals import Refusal
from flows_app.slot_types.wording import shown_items


@slot_type("list")
class List(SlotType):
    """Several values, one after the other."""

    in_languages = "list"
    families = Family.LIST
    own_fields = frozenset({"items"})
    json_schema = {"type": "array", "maxItems": ITEMS_PER_VALUE}
    samples = (["example"], [], [1])
    example = ["towel", "cot", "tea"]
    has_untyped_parts = True
    form = Form.LIST

    def coerce(self, slot: SlotDefinition, value: Any) -> list[Any]:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        if not isinstance(value, list | tuple):
            raise self.refused()
        if len(value) > ITEMS_PER_VALUE:
            raise self.refused(Refusal.LIST_LENGTH, limit=ITEMS_PER_VALUE)
        return list(value)

    def is_blank(self, value: Any) -> bool:
        """An empty text is an empty list, which is a value."""
        return False

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return shown_items(value, language) if isinstance(value, list) else value

    def bound(self, value: Any, floats: bool) -> Any:
        return without_whole_numbers(value) if floats else value


def without_whole_numbers(value: Any) -> Any:
    """Turns whole numbers into floats: contents of lists and objects have no declared type, and a price in an answer
    may be 10 today and 9.5 tomorrow."""
    if isinstance(value, list):
        return [without_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: without_whole_numbers(item) for key, item in value.items()}
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
