from dataclasses import asdict
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from flows_app.flow_language import STEP_TYPES, BotDefinition, FlowDefinition
from flows_app.flow_language.exits import exits_of
from flows_app.flow_language.forms import EDITOR
from flows_app.flow_language.labels import SLOT_FIELDS, SLOT_MAIN
from flows_app.flow_language.steps import ANY_STEP, StepBase
from flows_app.registry import registry

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def flow_schema() -> Schema:
    return _schema(FlowDefinition, tuple(STEP_TYPES.items()), *registry.slot_types)


def bot_schema() -> Schema:
    return _schema(BotDefinition, tuple(STEP_TYPES.items()), *registry.slot_types)


@cache
def _schema(model: type[BaseModel], types: tuple[tuple[str, type[StepBase]], ...], *slot_types: str) -> Schema:
    """A model with all types of step in the places where it holds steps, and with what the editor needs of each.

    Kept by the types of steps and slots, which it lists.
    """
    wanted: list[type[BaseModel]] = [model, *(step for _, step in types)]
    references, whole = models_json_schema([(one, "validation") for one in wanted])
    parts: Schema = whole["$defs"]
    address = {one: str(references[one, "validation"]["$ref"]) for one in wanted}
    for _, step in types:
        part = parts[_name(address[step])]
        part[EDITOR] = {**part.get(EDITOR, {}), "exits": [asdict(one) for one in exits_of(step)]}
    _describe_slots(parts["SlotDefinition"])
    any_step = {
        "discriminator": {"mapping": {name: address[step] for name, step in types}, "propertyName": "type"},
        "oneOf": [{"$ref": address[step]} for _, step in types],
    }
    filled: Schema = _with_steps(parts, any_step)
    return {"$schema": _DIALECT, **filled.pop(_name(address[model])), "$defs": filled}


def _name(address: str) -> str:
    return address.rpartition("/")[2]


def _describe_slots(slot: Schema) -> None:
    slot[EDITOR] = {"main": list(SLOT_MAIN)}
    for key, told in SLOT_FIELDS.items():
        slot["properties"][key] |= told


def _with_steps(part: Any, any_step: Schema) -> Any:
    if part == ANY_STEP:
        return any_step
    if isinstance(part, dict):
        return {key: _with_steps(value, any_step) for key, value in part.items()}
    return [_with_steps(one, any_step) for one in part] if isinstance(part, list) else part
