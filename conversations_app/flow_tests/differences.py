"""Compares a turn's outcome with what the script expects."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from conversations_app.flow_tests.flows import FlowsInMemory
from conversations_app.flow_tests.rehearsal import RehearsedTurn
from conversations_app.flow_tests.slots import bot_slots, slots_of
from flows_app.engine import DialogueState
from flows_app.engine.options import same_value
from flows_app.flow_language import ScriptTurn


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the script says, under the script's own key for it."""

    key: str
    expected: str
    happened: str

    def __str__(self) -> str:
        return gettext("{key}:\n    expected: {expected}\n    happened: {happened}").format(
            key=self.key, expected=self.expected, happened=self.happened
        )


def differences(expected: ScriptTurn, turn: RehearsedTurn, flows: FlowsInMemory) -> Iterator[Difference]:
    yield from _replies(expected, turn)
    yield from _slots(expected, turn.state, flows)
    yield from _stack(expected, turn.state)
    yield from _calls(expected, turn)
    if expected.status and expected.status != turn.status:
        yield Difference("status", expected.status, turn.status)


def _replies(expected: ScriptTurn, turn: RehearsedTurn) -> Iterator[Difference]:
    said = [reply.text for reply in turn.replies]
    if said != expected.replies:
        yield Difference("bot", _quoted(expected.replies), _quoted(said))
    if expected.options is not None:
        offered = turn.replies[-1].labels if turn.replies else []
        if offered != list(expected.options):
            yield Difference("options", _quoted(expected.options), _quoted(offered))


def _slots(expected: ScriptTurn, state: DialogueState, flows: FlowsInMemory) -> Iterator[Difference]:
    for flow_name, values in expected.slots.items():
        yield from _values(gettext("slots of {flow}").format(flow=flow_name), values, slots_of(flow_name, state, flows))
    yield from _values("bot_slots", expected.bot_slots, bot_slots(state))


def _values(key: str, expected: Mapping[str, Any], held: Mapping[str, Any]) -> Iterator[Difference]:
    for name, value in expected.items():
        if not _same(value, held.get(name)):
            yield Difference(f"{key}, {name}", _json(value), _json(held.get(name)))


def _stack(expected: ScriptTurn, state: DialogueState) -> Iterator[Difference]:
    if expected.stack is None:
        return
    standing = [(flow["flow_name"], f"{flow['flow_name']}.{flow['step']}") for flow in state.get("flow_stack") or []]
    same_length = len(standing) == len(expected.stack)
    if not same_length or any(wanted not in names for wanted, names in zip(expected.stack, standing, strict=True)):
        yield Difference("stack", _listed(expected.stack), _listed(full for _, full in standing))


def _calls(expected: ScriptTurn, turn: RehearsedTurn) -> Iterator[Difference]:
    wanted = expected.expected_calls
    if wanted is not None and not _same_calls(wanted, turn):
        written = (f"{name}({_json(inputs)})" if inputs else name for name, inputs in wanted)
        yield Difference("called", _listed(written), _listed(map(str, turn.calls)))
    forbidden = [call for call in turn.calls if call.action in expected.not_called]
    if forbidden:
        yield Difference(
            "not_called",
            gettext("no call of {names}").format(names=_listed(expected.not_called)),
            _listed(map(str, forbidden)),
        )


def _same_calls(wanted: list[tuple[str, dict[str, Any]]], turn: RehearsedTurn) -> bool:
    if [name for name, _ in wanted] != [call.action for call in turn.calls]:
        return False
    return all(
        name in call.inputs and _same(value, call.inputs[name])
        for (_, inputs), call in zip(wanted, turn.calls, strict=True)
        for name, value in inputs.items()
    )


def _same(expected: Any, happened: Any) -> bool:
    """As JSON has it, however deep."""
    if isinstance(expected, dict) and isinstance(happened, dict):
        return expected.keys() == happened.keys() and all(_same(expected[key], happened[key]) for key in expected)
    if isinstance(expected, list) and isinstance(happened, list):
        return len(expected) == len(happened) and all(map(_same, expected, happened))
    return same_value(expected, happened)


def _quoted(texts: Iterable[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts) or gettext("nothing")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or gettext("nothing")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
