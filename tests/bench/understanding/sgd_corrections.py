"""Corrections in the Schema-Guided Dialogue data: the bot has summed up, and the user says what is wrong.

A turn counts as right if exactly the slots that were informed are corrected, each to a value that means the same.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.embedded import EmbeddedProvider
from conversations_app.understanding.values import read_answer
from conversations_app.understanding.values.folding import fold
from flows_app.engine import Commands, DialogueContext, FlowUnderWay, OpenQuestion
from flows_app.flow_language import Choice, SlotDefinition

# The dialogues were written around this day.
_NOW = datetime(2019, 3, 1, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Correction:
    said: str
    prompt: str
    slots: Mapping[str, SlotDefinition]
    # As people have said them before.
    given: Mapping[str, str]
    informed: Mapping[str, tuple[str, ...]]


def evaluate(folder: Path) -> dict[str, float]:
    turns = list(corrections(folder))
    right = sum(is_right(turn, understood(turn)) for turn in turns)
    return {"turns": len(turns), "right": right / len(turns)}


def corrections(folder: Path) -> Iterator[Correction]:
    schema = {service["service_name"]: service for service in json.loads((folder / "schema.json").read_text())}
    for dialogue in json.loads((folder / "dialogues_001.json").read_text()):
        for before, bot, user in zip(dialogue["turns"], dialogue["turns"][1:], dialogue["turns"][2:], strict=False):
            if user["speaker"] == "USER":
                for frame in user["frames"]:
                    if {"NEGATE", "INFORM"} <= {action["act"] for action in frame["actions"]}:
                        yield _correction(schema[frame["service"]], before, bot, user, frame)


def _correction(service: Any, before: Any, bot: Any, user: Any, frame: Any) -> Correction:
    slots = {slot["name"]: _definition(slot) for slot in service["slots"]}
    states = [one["state"]["slot_values"] for one in before["frames"] if one["service"] == frame["service"]]
    shown = {
        action["slot"]: action["values"][0]
        for one in bot["frames"]
        for action in one["actions"]
        if action["act"] == "CONFIRM" and action["values"]
    }
    given = {name: values[0] for name, values in (states[0] if states else {}).items()} | shown
    informed = {
        action["slot"]: (*action["values"], *action.get("canonical_values", ()))
        for action in frame["actions"]
        if action["act"] == "INFORM"
    }
    return Correction(user["utterance"], bot["utterance"], slots, given, informed)


def _definition(slot: Any) -> SlotDefinition:
    described = {"name": slot["name"], "description": slot["description"]}
    values = slot["possible_values"]
    if slot["is_categorical"] and not all(value.isdigit() for value in values):
        choices = tuple(Choice(value=value) for value in values)
        return SlotDefinition(type="choice", choices=choices, **described)
    return SlotDefinition(type=_type(slot), **described)


def _type(slot: Any) -> str:
    words = set(slot["name"].split("_"))
    if slot["is_categorical"] or words & {"number", "length"}:
        return "integer"
    if "date" in words:
        return "date"
    return "time" if "time" in words else "text"


def understood(turn: Correction) -> Commands:
    values = {name: _value(turn.slots[name], said) for name, said in turn.given.items()}
    flow = FlowUnderWay("booking", "", turn.slots, {name: value for name, value in values.items() if value is not None})
    context = DialogueContext("en", _NOW, (flow,), OpenQuestion("confirm", turn.prompt))
    return asyncio.run(EmbeddedProvider(_no_flows).understand(turn.said, context)).commands


async def _no_flows() -> FlowChooser:
    return FlowChooser.untrained({}, {})


def _value(slot: SlotDefinition, said: str) -> Any:
    answer = read_answer(slot, said, language="en", now=_NOW)
    return answer.value if answer else None


def is_right(turn: Correction, commands: Commands) -> bool:
    corrected = {command["slot"]: command["value"] for command in commands if command["type"] == "correct_slot"}
    return set(corrected) == set(turn.informed) and all(
        _means_one_of(turn.slots[name], value, turn.informed[name]) for name, value in corrected.items()
    )


def _means_one_of(slot: SlotDefinition, value: Any, wanted: tuple[str, ...]) -> bool:
    return any(value == _value(slot, said) or fold(str(value)) == fold(said) for said in wanted)
