"""Limits what was read from free text to what the context offers."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ValidationError
from pydantic_core import to_jsonable_python

from conversations_app.limits import COMMANDS_PER_MESSAGE
from conversations_app.observing import metrics
from conversations_app.understanding.language_model.commands import command_of
from conversations_app.understanding.plain_yes import is_plain_yes, leaves_open
from flows_app.engine.understanding import Commands, DialogueContext, FlowsOnOffer
from flows_app.flow_language.base import NAME_PATTERN
from flows_app.flow_language.commands import known_commands
from flows_app.limits import NAME_LENGTH
from flows_app.plain_json import check_storable
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept

Reason = Literal["malformed", "unknown_flow", "unknown_slot", "too_many", "no_plain_yes"]


@dataclass(frozen=True)
class Dropped:
    """A command that was not let through. Its value is not told: it is the user's."""

    reason: Reason
    type: str = ""
    # The flow or slot that is not there.
    name: str = ""

    def as_json(self) -> dict[str, str]:
        return {key: text for key, text in vars(self).items() if text}


def keep_offered(
    commands: Iterable[Any], flows: FlowsOnOffer, context: DialogueContext
) -> tuple[Commands, list[Dropped]]:
    """Gives the commands whose flows and slots are there, and those that are dropped, which are counted.

    A slot is there if a flow under way has it, or one that the commands before it start. Values stay as they are.
    """
    offer = _Offer(flows, context)
    kept: Commands = []
    dropped: list[Dropped] = []
    for given in commands:
        judged = offer.judged(given) if len(kept) < COMMANDS_PER_MESSAGE else Dropped("too_many")
        if isinstance(judged, Dropped):
            dropped.append(judged)
            metrics.command_dropped(judged.reason)
        else:
            kept.append(judged)
    return kept, dropped


def keep_agreed(commands: Commands, message: str, context: DialogueContext) -> tuple[Commands, list[Dropped]]:
    """Drops a yes that the message doesn't say: a language model does not decide what a yes is."""
    kept: Commands = []
    dropped: list[Dropped] = []
    for command in commands:
        if _agrees(command, context) and not _may_agree(message, context):
            dropped.append(Dropped("no_plain_yes", command["type"]))
            metrics.command_dropped("no_plain_yes")
        else:
            kept.append(command)
    return kept, dropped


def _agrees(command: Mapping[str, Any], context: DialogueContext) -> bool:
    """A yes, or one that fills the slot of a yes-or-no question."""
    if command["type"] == "affirm":
        return True
    slot = context.question.slot if context.question else None
    if slot is None or not type_of(slot).is_yes_or_no or command.get("slot") != slot.name:
        return False
    try:
        return accept(slot, command.get("value")) is True
    except ValueRefused:
        return False


def _may_agree(message: str, context: DialogueContext) -> bool:
    question = context.question
    if question is not None and question.type == "confirm":
        return is_plain_yes(message, context)
    is_answer = question is not None and (question.slot is None or type_of(question.slot).is_yes_or_no)
    return not (is_answer and leaves_open(message, context.read_in))


class _Offer:
    """The names that may be used; a flow that is started adds its slots."""

    def __init__(self, flows: FlowsOnOffer, context: DialogueContext):
        self._flows = flows
        self._under_way = {flow.name for flow in context.stack}
        self._slots = {slot for flow in context.stack for slot in flow.slots}

    def judged(self, given: Any) -> dict[str, Any] | Dropped:
        command = _plain(given)
        if command is None:
            return Dropped("malformed", _name(given.get("type")) if isinstance(given, Mapping) else "")
        type_ = command["type"]
        for flow in self._flows_of(command):
            if flow not in self._flows and flow not in self._under_way:
                return Dropped("unknown_flow", type_, _name(flow))
        if "slot" in command and command["slot"] not in self._slots:
            return Dropped("unknown_slot", type_, _name(command["slot"]))
        if type_ == "start_flow" and command["flow"] in self._flows:
            self._slots |= {slot.name for slot in self._flows[command["flow"]].slots}
        return _as_defined(command) or Dropped("malformed", type_)

    def _flows_of(self, command: Mapping[str, Any]) -> list[str]:
        return [command["flow"]] if "flow" in command else command.get("flows", [])


def _plain(given: Any) -> dict[str, Any] | None:
    """Gives a command as the dialogue takes it, without unknown fields; None if it is none, or can't be stored."""
    command = command_of(given.model_dump() if isinstance(given, BaseModel) else given)
    if command is None:
        return None
    plain: dict[str, Any] = command.model_dump(exclude_none=True)
    if "value" in type(command).model_fields and "value" not in plain:
        return None
    return plain if _is_storable(plain) else None


def _as_defined(command: dict[str, Any]) -> dict[str, Any] | None:
    """Gives a command as the API would store it; None if its definition refuses it."""
    try:
        defined = known_commands()[command["type"]].model_validate(command)
    except ValidationError:
        return None
    return defined.model_dump(mode="json", exclude_unset=True)


def _is_storable(command: dict[str, Any]) -> bool:
    try:
        check_storable(command)
        json.dumps(command, allow_nan=False, default=to_jsonable_python)
    except (ValueError, TypeError):
        return False
    return True


def _name(given: Any) -> str:
    """Gives a name for the trace; empty if it does not look like one: it may be what the user has said."""
    is_name = isinstance(given, str) and len(given) <= NAME_LENGTH and re.fullmatch(NAME_PATTERN, given)
    return given if is_name else ""
