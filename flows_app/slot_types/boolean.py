from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.languages import known_languages, mixed
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
        answers = mixed(Answers, *known_languages())
        if word in _YES or word in answers.typed_yes:
            return True
        if word in _NO or word in answers.typed_no:
            return False
        raise self.refused()

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return value
