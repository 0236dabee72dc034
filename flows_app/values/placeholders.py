import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flows_app.flow_language import MessageTemplate, SlotDefinition
from flows_app.flow_language.messages import FilterFailed, Placeholder, as_stored
from flows_app.slot_types.choice import label_template
from flows_app.slot_types.wording import django_in, shown_as_it_is
from flows_app.values.filters import Given, given_to, takes_nothing
from flows_app.values.showing import shown, typed


@dataclass(frozen=True)
class Showing:
    """How placeholders show values to people. One that names none of the slots, such as that of a bot's own sentence,
    shows its value as it is."""

    slots: Mapping[str, SlotDefinition]
    language: str
    # The label of a choice may name slots; those in it are not looked into further: two labels may name each other.
    in_label: bool = False

    def __call__(self, placeholder: Placeholder, values: Mapping[str, Any]) -> str:
        slot = self.slots.get(placeholder.slot)
        if slot is None:
            return as_stored(placeholder, values)
        if not placeholder.filters:
            return self._shown(slot, values)
        with django_in(self.language):
            return self._filtered(placeholder, slot, values)

    def _filtered(self, placeholder: Placeholder, slot: SlotDefinition, values: Mapping[str, Any]) -> str:
        try:
            made = placeholder.filtered(self._given(placeholder.filters, slot, values))
        except FilterFailed:
            return self._shown(slot, values)
        if placeholder.filters[-1] == "value":
            return _as_json(made)
        return shown_as_it_is(made, self.language)

    def _given(self, filters: tuple[str, ...], slot: SlotDefinition, values: Mapping[str, Any]) -> Any:
        value, given = values.get(slot.name), given_to(filters)
        if value is None:
            return None if takes_nothing(filters) else ""
        if given is Given.STORED:
            return value
        if given is Given.TYPED and not slot.choices:
            return typed(slot, self._labelled(slot, value), self.language)
        return self._shown(slot, values)

    def _shown(self, slot: SlotDefinition, values: Mapping[str, Any]) -> str:
        value = values.get(slot.name)
        label = None if self.in_label else self._label_with_slots(slot, value)
        if label is None:
            return shown(slot, self._labelled(slot, value), self.language)
        return label.render(values, replace(self, in_label=True))

    def _labelled(self, slot: SlotDefinition, value: Any) -> Any:
        """A list whose items are choices, with their labels in place of their values."""
        choices = self.slots.get(slot.items) if slot.items else None
        if choices is None or not isinstance(value, list):
            return value
        return [shown(choices, item, self.language) for item in value]

    def _label_with_slots(self, slot: SlotDefinition, value: Any) -> MessageTemplate | None:
        choice = next((choice for choice in slot.choices if choice.value == value), None)
        label = label_template(choice, self.language) if choice else None
        return label if label and label.slots else None


def _as_json(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)
