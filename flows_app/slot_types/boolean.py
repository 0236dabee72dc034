from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form, SlotType

_YES = {"yes", "y", "true", "on", "1", "sí", "si", "s", "verdadero"}
_NO = {"no", "n", "false", "off", "0", "falso"}


@slot_type("boolean")
class Boolean(SlotType):
    """Yes or no."""

    refusal = {"en": "Please answer yes or no.", "es": "Responde sí o no, por favor."}
    families = Family.YES_OR_NO
    json_schema = {"type": "boolean"}
    samples = (True, False)
    form = Form.BOOLEAN
    is_free = False

    def coerce(self, slot: SlotDefinition, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        word = value.strip().lower() if isinstance(value, str) else None
        if word in _YES or word in _NO:
            return word in _YES
        raise self.refused()

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return value
