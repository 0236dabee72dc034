"""Trace of a turn for authors. Sensitive slots are masked here as everywhere."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from conversations_app.models import Conversation, Turn
from conversations_app.sensitive_slots import sensitive_in_turn
from conversations_app.verbs.inspection import inspect
from flows_app.masking import masked_commands


def turn_lines(turn: Turn) -> Iterator[str]:
    commands = masked_commands(turn.commands, sensitive_in_turn(turn)) or ()
    yield f"  · understood by {turn.provider or 'nobody'}: {'; '.join(map(_command, commands)) or 'no commands'}"
    if turn.status == Turn.Status.FAILED:
        yield "  · the turn has failed"


def state_lines(conversation: Conversation) -> Iterator[str]:
    state = inspect(conversation)
    stack = [f"{flow['flow']}@{flow['version']} {flow['step'] or 'end'}" for flow in state["stack"]]
    yield f"  · stack: {' > '.join(stack) or 'empty'}"
    for flow, slots in state["slots"].items():
        if slots:
            yield f"  · slots of {flow}: {_values(slots)}"


def _command(command: Mapping[str, Any]) -> str:
    given = {name: value for name, value in command.items() if name != "type" and value is not None}
    return f"{command['type']} {_values(given)}".strip()


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in values.items())
