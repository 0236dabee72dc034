"""Marked messages, as each of the two programs is to learn them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import dspy

from conversations_app.understanding.language_model.commands import ValueList, command_list, understood_commands
from conversations_app.understanding.language_model.inputs import extraction_inputs, inputs_of
from conversations_app.understanding.marked.message import MarkedMessage
from flows_app.engine import Commands, FlowOnOffer


def understanding_examples(messages: Sequence[MarkedMessage]) -> list[tuple[Any, MarkedMessage]]:
    """Each with the message that it is of."""
    return [(_understanding(message), message) for message in messages]


def extraction_examples(messages: Sequence[MarkedMessage]) -> list[tuple[Any, MarkedMessage]]:
    """Takes messages that start a flow that has slots. Those that give no value are needed too: finding nothing where
    there is nothing has to be learnt."""
    return [(_extraction(message, flow), message) for message in messages for flow in started(message)]


def first_pass(commands: Commands, message: MarkedMessage) -> Commands:
    """Without the values for flows that the message starts: those are the second pass's."""
    second = {slot.name for flow in started(message, commands) for slot in flow.slots}
    return [command for command in commands if not (command["type"] == "set_slot" and command["slot"] in second)]


def second_pass(message: MarkedMessage, flow_name: str) -> Commands:
    slots = {slot.name for slot in message.flows[flow_name].slots}
    return [command for command in message.commands if command["type"] == "set_slot" and command["slot"] in slots]


def started(message: MarkedMessage, commands: Commands | None = None) -> Iterator[FlowOnOffer]:
    """Those that were not under way, and have something to fill: as the second pass is asked."""
    under_way = {flow.name for flow in message.context.stack}
    given = message.commands if commands is None else commands
    for name in dict.fromkeys(command["flow"] for command in given if command["type"] == "start_flow"):
        if name not in under_way and name in message.flows and message.flows[name].slots:
            yield message.flows[name]


def _understanding(message: MarkedMessage) -> Any:
    inputs = inputs_of(message.text, message.context, message.flows, message.history)
    commands = [_as_told(command) for command in first_pass(message.commands, message)]
    told = command_list(understood_commands()).model_validate(commands)
    return dspy.Example(**inputs, commands=told).with_inputs(*inputs)


def _extraction(message: MarkedMessage, flow: FlowOnOffer) -> Any:
    inputs = extraction_inputs(message.text, message.context, flow)
    found = [
        {"slot": command["slot"], "value": _as_text(command["value"])} for command in second_pass(message, flow.name)
    ]
    return dspy.Example(**inputs, found=ValueList.model_validate(found)).with_inputs(*inputs)


def _as_told(command: Mapping[str, Any]) -> dict[str, Any]:
    return {**command, "value": _as_text(command["value"])} if "value" in command else dict(command)


def _as_text(value: Any) -> Any:
    """Values are asked for as text, so they are shown as text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, int | float) else value
