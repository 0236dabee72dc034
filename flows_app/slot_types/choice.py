from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from flows_app.flow_language import Choice, MessageTemplate, SlotDefinition, all_texts, variations
from flows_app.registry import slot_type
from flows_app.slot_types.base import Form, SlotType


@slot_type("choice")
class ChoiceType(SlotType):
    """One of the slot's choices."""

    refusal = {"en": "Please choose one of: {choices}.", "es": "Elige una de estas opciones: {choices}."}
    own_fields = frozenset({"choices"})
    example = "twin"
    example_slot = {"choices": [{"value": "twin", "label": {"en": "twin room", "es": "habitación doble"}}]}
    takes_numbers_as_texts = True
    form = Form.CHOICE
    is_free = False

    def coerce(self, slot: SlotDefinition, value: Any) -> str:
        """A choice's own value comes before the words of others: a button sends the value, whatever these are."""
        if any(choice.value == value for choice in slot.choices):
            return str(value)
        wanted = str(value).strip().casefold() if not isinstance(value, bool | list | dict) else ""
        for choice in slot.choices:
            words = (choice.value, *all_texts(choice.label), *choice.synonyms)
            if wanted in (word.casefold() for word in words):
                return choice.value
        raise self.refused(choices=partial(_listed, slot.choices))

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return next((label_of(choice, language) for choice in slot.choices if choice.value == value), str(value))

    def samples_for(self, slot: SlotDefinition) -> Sequence[Any]:
        return [choice.value for choice in slot.choices]


def label_of(choice: Choice, language: str) -> str:
    """The value if there is no label, or one that needs slots: they are not at hand where a value stands alone."""
    label = label_template(choice, language)
    return choice.value if label is None or label.slots else label.render({})


def label_template(choice: Choice, language: str) -> MessageTemplate | None:
    """The variation that the choice's button shows."""
    return None if choice.label is None else _parsed(variations(choice.label, language)[0])


def _listed(choices: Sequence[Choice], language: str) -> str:
    """The choices as people see them on buttons."""
    return ", ".join(label_of(choice, language) for choice in choices)


_parsed = lru_cache(maxsize=1024)(MessageTemplate.parse)
