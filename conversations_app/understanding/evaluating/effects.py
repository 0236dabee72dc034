"""Commands as the dialogue takes them: two lists with the same effects mean the same, however they are put.

The dialogue does not tell apart:
- a value for a slot that holds one is a correction, whether it comes by `set_slot` or `correct_slot`;
- yes or no to the question for a boolean slot is its value;
- `deny: amount` and `clear_slot: amount` both take the amount back;
- values that the slot accepts as the same.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flows_app.engine import DialogueContext, FlowsOnOffer
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept

_ANSWERS = ("affirm", "deny")

Command = Mapping[str, Any]


@dataclass(frozen=True)
class Effect:
    kind: str
    about: str = ""
    value: str = ""


def share_right(
    meant: Sequence[Command], understood: Sequence[Command], context: DialogueContext, flows: FlowsOnOffer
) -> float:
    return share(effects(meant, context, flows), effects(understood, context, flows))


def share(meant: Iterable[Effect], understood: Iterable[Effect]) -> float:
    """Gives the share of common effects in the longer list, from 0 to 1: missing and superfluous ones lower it."""
    wanted, got = Counter(meant), Counter(understood)
    return (wanted & got).total() / max(wanted.total(), got.total()) if wanted or got else 1.0


def effects(commands: Sequence[Command], context: DialogueContext, flows: FlowsOnOffer) -> Iterator[Effect]:
    started = ""
    for command in commands:
        yield _effect(command, context, flows, started)
        started = command["flow"] if command["type"] == "start_flow" else started


def _effect(command: Command, context: DialogueContext, flows: FlowsOnOffer, started: str) -> Effect:
    kind, slot = command["type"], command.get("slot")
    asked = context.question.slot if context.question else None
    if slot and "value" in command:
        return _filling(slot, command["value"], context, flows, started)
    if kind in _ANSWERS and asked and type_of(asked).is_yes_or_no:
        return _filling(asked.name, kind == "affirm", context, flows, "")
    if kind == "clear_slot" or (kind == "deny" and slot):
        return Effect("empties", str(slot))
    return Effect(kind, command.get("flow") or "", _rest(command))


def _rest(command: Command) -> str:
    """Gives the other fields of a command as text; names of flows are sorted, because their order means nothing."""
    rest = {name: value for name, value in command.items() if name not in ("type", "flow") and value not in (None, [])}
    return _as_text({name: sorted(value) if name == "flows" else value for name, value in rest.items()})


def _filling(name: str, value: Any, context: DialogueContext, flows: FlowsOnOffer, started: str) -> Effect:
    """Names the slot by its flow: the one that the message has started, else the nearest that has such a slot."""
    new = {slot.name: slot for slot in flows[started].slots} if started in flows else {}
    if name in new:
        return Effect("fills", f"{started}.{name}", _accepted(new[name], value))
    for flow in reversed(context.stack):
        if name in flow.slots:
            return Effect("fills", f"{flow.name}.{name}", _accepted(flow.slots[name], value))
    return Effect("fills", name, _as_text(value))


def _accepted(slot: SlotDefinition, value: Any) -> str:
    """Gives the value as the slot accepts it, as text. A refused value is compared as it stands: the slot may have
    changed since somebody wrote what was meant."""
    try:
        return _as_text(accept(slot, value))
    except ValueRefused:
        return _as_text(value)


def _as_text(value: Any) -> str:
    """Writes a value as JSON for comparison: 1 and 1.0 are the same, 1 and true are not."""
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return json.dumps(float(value) if numeric else value, ensure_ascii=False, sort_keys=True)
