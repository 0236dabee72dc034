"""The part of the reference on what `{slot}` shows, from the functions and the table that show it."""

import json
from typing import Any

from flows_app.flow_language import SlotDefinition, SlotType
from flows_app.values.filters import FILTERS, makes_sense
from flows_app.values.showing import shown

_TWIN = {"value": "twin", "label": {"en": "twin room", "es": "habitación doble"}}
# What each type is shown by: more of the slot, and a value as it is stored.
_EXAMPLES: dict[SlotType, tuple[dict[str, Any], Any]] = {
    SlotType.TEXT: ({}, "Ana"),
    SlotType.INTEGER: ({}, 1200),
    SlotType.NUMBER: ({}, 3.0),
    SlotType.BOOLEAN: ({}, True),
    SlotType.DATE: ({}, "2026-11-27"),
    SlotType.DATETIME: ({}, "2026-11-27T17:30:00+00:00"),
    SlotType.TIME: ({}, "17:30"),
    SlotType.CHOICE: ({"choices": [_TWIN]}, "twin"),
    SlotType.EMAIL: ({}, "ana@example.org"),
    SlotType.PHONE: ({}, "+34600000000"),
    SlotType.MONEY: ({"currency": "EUR"}, 1234.5),
    SlotType.LIST: ({}, ["towel", "cot", "tea"]),
    SlotType.OBJECT: ({}, {"seats": 2}),
}
_INTRODUCTION = """## Values in texts

`{slot}` shows the value in the language of the conversation: a choice by its label, dates, times, sums, numbers and
lists as Unicode's CLDR has them. English without a country writes the day first; `en-US` does not. Moments are
in UTC, as which a time without a zone is read. An empty slot shows nothing, unless there is a word for it:
`{slot|default:"none"}`.

A filter after a bar works on what the slot holds: `{check_in|date:"j F"}`. Each type has those that make sense for it;
`value` gives what is stored, the others are Django's.

In a definition of `language_version` 1 texts show values as they are stored, and filters work on those.
"""


def values_in_texts() -> str:
    rows = [_row(slot_type) for slot_type in SlotType]
    table = ["| type | stored | in English | in Spanish | filters |", "| --- | --- | --- | --- | --- |", *rows]
    return "\n".join([_INTRODUCTION, *table, "", f"For all types: {_names(_for_all())}."]) + "\n"


def _row(slot_type: SlotType) -> str:
    more, value = _EXAMPLES[slot_type]
    slot = SlotDefinition.model_validate({"name": "any", "type": slot_type, **more})
    stored = value if isinstance(value, str) else json.dumps(value)
    english, spanish = shown(slot, value, "en"), shown(slot, value, "es")
    fitting = [name for name in FILTERS if makes_sense(name, slot_type) and name not in _for_all()]
    return f"| `{slot_type}` | `{stored}` | {english} | {spanish} | {_names(fitting)} |"


def _for_all() -> list[str]:
    return [name for name, one in FILTERS.items() if one.types == frozenset(SlotType)]


def _names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
