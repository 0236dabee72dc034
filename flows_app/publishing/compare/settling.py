"""A flow as it is written in one spelling, so that only real differences count: what is left out is filled in, and
numbers are as the language stores them. Wrong parts stay as they are."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import to_jsonable_python

from flows_app.drafts.taking_apart import Written, are_parts, own_and_nested
from flows_app.flow_language import STEP_TYPES, FlowDefinition, SlotDefinition
from flows_app.flow_language.steps import read_step

# A loop is none without steps; those of the real one are settled by themselves.
_ANY_STEPS = [{"name": "any", "type": "say", "message": "any"}]


def settled(document: Written) -> Written:
    """The whole at once if it is a definition, part by part if it is none."""
    try:
        return FlowDefinition.model_validate(document).as_json()
    except ValidationError:
        whole = {**defaults_of(FlowDefinition), **document}
    if are_parts(whole["slots"]):
        whole["slots"] = [_settled_slot(slot) for slot in whole["slots"]]
    if are_parts(whole["steps"]):
        whole["steps"] = [_settled_step(step) for step in whole["steps"]]
    return whole


def defaults_of(model: type[BaseModel]) -> Written:
    return {name: to_jsonable_python(value) for name, value in _defaults(model)}


def without_defaults(model: type[BaseModel] | None, fields: Written, *, always: tuple[str, ...]) -> Written:
    """Gives the fields as an author would write them."""
    usual = defaults_of(model) if model else {}
    return {
        name: value for name, value in fields.items() if name in always or name not in usual or value != usual[name]
    }


def _defaults(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    for name, field in model.model_fields.items():
        if not field.is_required():
            yield name, field.get_default(call_default_factory=True)


def _settled_slot(slot: Written) -> Written:
    try:
        return SlotDefinition.model_validate(slot).model_dump(mode="json")
    except ValidationError:
        return {**defaults_of(SlotDefinition), **slot}


def _settled_step(step: Written) -> Written:
    own, nested = own_and_nested(step)
    lists = {case: [_settled_step(one) for one in steps] for case, steps in nested}
    whole = _settled_alone(own, "" in lists)
    if "" in lists:
        whole["steps"] = lists[""]
    for case, steps in lists.items():
        if case.isdecimal():
            whole["cases"][int(case)]["steps"] = steps
        elif case == "default":
            whole["default"]["steps"] = steps
    return whole


def _settled_alone(own: Written, is_loop: bool) -> Written:
    try:
        step = read_step({**own, "steps": _ANY_STEPS} if is_loop else own)
    except ValidationError:
        model = STEP_TYPES.get(own["type"]) if isinstance(own.get("type"), str) else None
        return {**(defaults_of(model) if model else {}), **own}
    whole: Written = step.model_dump(mode="json")
    return whole
