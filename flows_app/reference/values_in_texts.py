"""The part of the reference on what `{slot}` shows, from the functions and the table that show it."""

import json

from flows_app.flow_language import SlotDefinition
from flows_app.registry import registry
from flows_app.slot_types import SlotType
from flows_app.values.filters import FILTERS, makes_sense
from flows_app.values.showing import shown

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
    rows = [_row(slot_type) for slot_type in registry.slot_types.values()]
    table = ["| type | stored | in English | in Spanish | filters |", "| --- | --- | --- | --- | --- |", *rows]
    return "\n".join([_INTRODUCTION, *table, "", f"For all types: {_names(_for_all())}."]) + "\n"


def _row(slot_type: SlotType) -> str:
    slot = SlotDefinition.model_validate({"name": "any", "type": slot_type.name, **slot_type.example_slot})
    value = slot_type.samples[0] if slot_type.example is None else slot_type.example
    stored = value if isinstance(value, str) else json.dumps(value)
    english, spanish = shown(slot, value, "en"), shown(slot, value, "es")
    fitting = [name for name in FILTERS if makes_sense(name, slot_type) and name not in _for_all()]
    return f"| `{slot_type.name}` | `{stored}` | {english} | {spanish} | {_names(fitting)} |"


def _for_all() -> list[str]:
    return [name for name, one in FILTERS.items() if one.families is None]


def _names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
