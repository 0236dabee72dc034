"""The part of the reference on the types that slots can have."""

import json

from flows_app.registry import registry


def slot_types_section() -> str:
    rows = [
        f"| `{name}` | {one.description} | `{json.dumps(one.json_schema, ensure_ascii=False)}` |"
        for name, one in registry.slot_types.items()
    ]
    table = ["| type | | a value, as JSON Schema has it |", "| --- | --- | --- |", *rows]
    return "\n".join(["The types that slots can have; plugins add theirs:", "", *table]) + "\n"
