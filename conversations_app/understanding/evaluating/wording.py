import json
from collections.abc import Mapping, Sequence
from typing import Any


def in_a_line(commands: Sequence[Mapping[str, Any]]) -> str:
    """`start_flow transfer, set_slot amount = 50`: to be read at a glance, by people and by language models."""
    return ", ".join(_in_words(command) for command in commands) or "nothing"


def _in_words(command: Mapping[str, Any]) -> str:
    if "value" in command:
        return f"{command['type']} {command['slot']} = {_written(command['value'])}"
    rest = [_written(part) for name, part in command.items() if name != "type" and part]
    return " ".join([command["type"], *rest])


def _written(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
