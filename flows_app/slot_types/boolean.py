from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.languages import all_parts
from flows_app.languages.parts import Answers
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form, SlotType

# Beside the words of the languages.
_YES = {"true", "on", "1"}
_NO = {"false", "off", "0"}


@slot_type("boolean")
class Boolean(SlotType):
    """Yes or no."""

    in_languages = "boolean"
    families = Family.YES_OR_NO
    json_schema = {"type": "boolean"}
    samples = (True, False)
    form = Form.BOOLEAN
    is_free = False

    def coerce(self, slot: SlotDefinition, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        word = value.strip().lower() if isinstance(value, str) else None
        answers = all_parts(Answers)
        if word in _YES or any(word in part.typed_yes for part in answers):
            return True
        if word in _NO or any(word in part.typed_no for part in answers):
            return False
        raise self.refused()

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return value
