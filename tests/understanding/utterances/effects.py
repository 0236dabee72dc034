"""Commands as the dialogue takes them: two lists with the same effects mean the same, however they are put.

What the dialogue does not tell apart:
- a value for a slot that holds one is a correction, whether it comes by `set_slot` or `correct_slot`;
- yes or no to the question for a boolean slot is its value;
- `deny: amount` and `clear_slot: amount` both take the amount back;
- at a confirmation a yes or no beside a change does not count, nor does a value that is the one shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flows_app.engine import DialogueContext
from flows_app.flow_language import SlotDefinition
from flows_app.values import ValueRefused, accept
from tests.understanding.utterances.bots import Bot

Commands = list[dict[str, Any]]
_GIVES = ("set_slot", "correct_slot")
_ANSWERS = ("affirm", "deny")


class NotAccepted(ValueError):
    """A command gives a value that its slot refuses, or speaks of a slot that there is not."""


@dataclass(frozen=True)
class Effect:
    kind: str
    about: str = ""
    value: str = ""
    # The slot held this value already, and was not asked for.
    changes: bool = True


def effects(commands: Commands, context: DialogueContext, bot: Bot) -> list[Effect]:
    """Sorted. Raises NotAccepted."""
    found, started = [], ""
    for command in commands:
        found.append(_effect(command, context, bot, started))
        started = command["flow"] if command["type"] == "start_flow" else started
    return sorted(_counting(found, context), key=str)


def _effect(command: Mapping[str, Any], context: DialogueContext, bot: Bot, started: str) -> Effect:
    kind = command["type"]
    question = context.question
    if kind in _GIVES:
        return _given(command, context, bot, started)
    if kind in _ANSWERS and question and question.slot and question.slot.type == "boolean":
        return _given({"slot": question.slot.name, "value": kind == "affirm"}, context, bot, "")
    if kind == "clear_slot" or (kind == "deny" and command.get("slot")):
        return _emptied(command["slot"], context)
    return Effect(kind, command.get("flow", ""), json.dumps(sorted(command.get("flows", ()))))


def _given(command: Mapping[str, Any], context: DialogueContext, bot: Bot, started: str) -> Effect:
    """To the flow that the message has started, if it has such a slot; else to the nearest that has."""
    name = command["slot"]
    new = {slot.name: slot for slot in bot.on_offer[started].slots} if started in bot.on_offer else {}
    if name in new:
        return Effect("fills", f"{started}.{name}", _accepted(new[name], command["value"]))
    for flow in reversed(context.stack):
        if name in flow.slots:
            value = _accepted(flow.slots[name], command["value"])
            asked = context.question is not None and context.question.slot == flow.slots[name]
            same = name in flow.values and _as_text(flow.values[name]) == value and not asked
            return Effect("fills", f"{flow.name}.{name}", value, changes=not same)
    raise NotAccepted(f"there is no slot {name}")


def _emptied(name: str, context: DialogueContext) -> Effect:
    for flow in reversed(context.stack):
        if name in flow.values:
            return Effect("empties", f"{flow.name}.{name}")
    raise NotAccepted(f"no slot {name} holds anything")


def _counting(found: list[Effect], context: DialogueContext) -> list[Effect]:
    if context.question is None or context.question.type != "confirm":
        return found
    touching = [effect for effect in found if effect.kind in ("fills", "empties")]
    if any(effect.changes for effect in touching):
        return [effect for effect in found if effect.changes and effect.kind not in _ANSWERS]
    return [effect for effect in found if effect.changes] if Effect("affirm", value="[]") in found else found


def _accepted(slot: SlotDefinition, value: Any) -> str:
    try:
        return _as_text(accept(slot, value))
    except ValueRefused as refused:
        raise NotAccepted(f"{slot.name} refuses {value}") from refused


def _as_text(value: Any) -> str:
    """1 and 1.0 are the same number, 1 and true are not the same."""
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return json.dumps(float(value) if numeric else value, ensure_ascii=False, sort_keys=True)
