"""Buttons. The command of a button is taken from the stored task or offer, never from the client."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flows_app.engine import Commands, DialogueState, PendingTask, Press
from flows_app.engine.options import same_value

StoredOption = Mapping[str, Any]
Command = dict[str, Any]

# Ours alone: no client and no provider can send it.
NO_LONGER_OFFERED: Command = {"type": "no_longer_offered"}


@dataclass(frozen=True)
class _Offered:
    """An option, and what it stands under: the open question, or a message of a flow that asks nothing."""

    option: StoredOption
    task: PendingTask | None
    flow_id: str | None


def commands_of_press(press: Press, state: DialogueState) -> Commands:
    """Gives the commands of the pressed option, if the message that it stood under still offers it.

    A message that is to be acknowledged and has no options is shown with a button of the client's own: whatever its
    value is, the message has been read.
    """
    task = state.get("_pending_task")
    is_open = task is not None and task.get("key") == press["key"]
    if task and is_open and task["type"] == "inform" and not task.get("options"):
        return [{"type": "affirm"}]
    offered = _of_question(state) if is_open else _of_messages(state, press["key"])
    return [
        _only_meaning(one for one in offered if same_value(one.option["value"], press["value"])) or NO_LONGER_OFFERED
    ]


def command_of_exact_option(text: str, state: DialogueState) -> Command | None:
    """Finds the option whose words were typed: by the label or the value of an option of the open question, or of what
    the last turn has offered beside it."""
    wanted = _plain(text)
    for offered in (_of_question(state), _of_messages(state)):
        if typed := [one for one in offered if _is_called(one.option, wanted)]:
            return _only_meaning(typed)
    return None


def as_text(value: Any) -> str:
    """An option's value, as somebody would type it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _is_called(option: StoredOption, wanted: str) -> bool:
    return wanted in (_plain(option["label"]), _plain(as_text(option["value"])))


def _of_question(state: DialogueState) -> list[_Offered]:
    task = state.get("_pending_task")
    if not task:
        return []
    flow_id = task.get("asked_by", [None])[0]
    return [_Offered(option, task, flow_id) for option in task.get("options") or ()]


def _of_messages(state: DialogueState, key: str | None = None) -> list[_Offered]:
    return [
        _Offered(option, None, offer.get("flow_id"))
        for offer in state.get("_offers") or ()
        if key is None or offer["key"] == key
        for option in offer["options"]
    ]


def _only_meaning(offered: Iterable[_Offered]) -> Command | None:
    """None if there is none, or if two options look the same and mean different things."""
    meanings = [_meaning(one) for one in offered]
    return meanings[0] if meanings and all(meaning == meanings[0] for meaning in meanings) else None


def _meaning(offered: _Offered) -> Command | None:
    """Its command; without one, it answers the question it stands under."""
    option, task = offered.option, offered.task
    if command := option.get("command"):
        # A step's name means something in the flow that offers it, and in no other.
        return {**command, "flow_id": offered.flow_id} if command["type"] == "jump_to" else dict(command)
    if task and task["type"] == "collect":
        return {"type": "set_slot", "slot": task["slot"], "value": option["value"]}
    if task and task["type"] == "inform":
        return {"type": "affirm"}  # whichever it is, the message has been read
    return None


def _plain(text: str) -> str:
    return text.strip().casefold()
