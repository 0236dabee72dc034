"""Names that a step uses, found by the kinds of its fields: slots, expressions, texts, an action, a flow."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flows_app.flow_language.base import LanguageModel
from flows_app.flow_language.forms import FormField, Kind, Use, fields_of, fields_of_kind
from flows_app.flow_language.options import Option
from flows_app.flow_language.steps import STEP_TYPES, StepBase, walk

Path = tuple[str | int, ...]


class SlotUse(NamedTuple):
    inside: Path
    slot: str
    use: Use
    # The type that the slot must have; any if empty.
    slot_type: str = ""


def held(step: StepBase, kind: Kind) -> Any:
    """Gives the value of the step's field of a kind; None if it has no such field, or nothing in it."""
    return next((getattr(step, field.key) for field in fields_of_kind(type(step), kind)), None)


def key_of(step: StepBase, kind: Kind) -> str:
    """The name of the step's field of a kind; empty if it has none."""
    return next((field.key for field in fields_of_kind(type(step), kind)), "")


def action_of(step: StepBase) -> str | None:
    """The action that it calls."""
    action: str | None = held(step, "action")
    return action


def action_fields() -> dict[str, str]:
    """Gives the field that names the action, by type of step: for steps that are not read, such as rows of drafts."""
    return {name: field.key for name, model in STEP_TYPES.items() for field in fields_of_kind(model, "action")}


def flow_of(step: StepBase) -> str | None:
    """The flow that it calls or goes on in."""
    flow: str | None = held(step, "flow")
    return flow


def inputs_of(step: StepBase) -> Mapping[str, str]:
    return held(step, "inputs") or {}


def outputs_of(step: StepBase) -> Mapping[str, str]:
    return held(step, "outputs") or {}


def options_of(step: StepBase) -> tuple[Option, ...]:
    return tuple(option for _, option in options_at(step))


def options_at(step: StepBase) -> Iterator[tuple[Path, Option]]:
    for field in fields_of_kind(type(step), "options"):
        yield from (((field.key, number), option) for number, option in enumerate(getattr(step, field.key)))


def asked_slot(step: StepBase) -> str | None:
    """The slot that the user fills at this step."""
    asked = (getattr(step, field.key) for field in fields_of_kind(type(step), "slot") if field.use == "asks")
    return next(asked, None)


def decided_by(step: StepBase) -> str | None:
    """The slot whose value its cases name."""
    return next((one.slot for one in slot_uses(step) if one.use == "decides"), None)


def asked_slots(steps: tuple[StepBase, ...]) -> list[str]:
    """Finds the slots that these steps ask for, nested ones included."""
    return [slot for step in walk(steps) if (slot := asked_slot(step))]


def slot_uses(step: StepBase) -> Iterator[SlotUse]:
    """Every slot that it names, but for those in its texts and expressions."""
    for field in fields_of(type(step)):
        for inside, slot in _slots_in(field, getattr(step, field.key)):
            yield SlotUse(inside, slot, field.use, field.slot_type)
    for inside, option in options_at(step):
        if named := getattr(option.command, "slot", None):
            yield SlotUse((*inside, "command", "slot"), named, "writes")


def _slots_in(field: FormField, value: Any) -> Iterator[tuple[Path, str]]:
    if field.kind == "slot" and value:
        yield (field.key,), value
    elif field.kind == "outputs":
        yield from (((field.key, result), slot) for result, slot in value.items())
    elif field.kind == "slot_expressions":
        yield from (((field.key, slot), slot) for slot in value)
    elif field.kind == "slot_list":
        yield from (((field.key, number), slot) for number, slot in enumerate(value))


def conditions_of(step: StepBase) -> Iterator[tuple[Path, str]]:
    """Expressions that must be true or false, those of its cases included, each with its place in the step."""
    yield from _conditions_in(step)
    for field in fields_of_kind(type(step), "cases"):
        for number, case in enumerate(getattr(step, field.key)):
            yield from (((field.key, number, *inside), source) for inside, source in _conditions_in(case))


def _conditions_in(part: LanguageModel) -> Iterator[tuple[Path, str]]:
    for field in fields_of_kind(type(part), "expression"):
        if source := getattr(part, field.key):
            yield (field.key,), source


def computations_of(step: StepBase) -> Iterator[tuple[Path, str]]:
    """Expressions that give a value."""
    for field in fields_of_kind(type(step), "computed", "inputs", "slot_expressions"):
        value = getattr(step, field.key)
        if field.kind != "computed":
            yield from (((field.key, name), source) for name, source in value.items())
        elif value:
            yield (field.key,), value


def templates_of(step: StepBase) -> Iterator[tuple[Path, str]]:
    """Texts with placeholders that nobody translates, such as the instruction to a language model."""
    for field in fields_of_kind(type(step), "template"):
        if text := getattr(step, field.key):
            yield (field.key,), text
