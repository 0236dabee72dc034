from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from flows_app.language import FlowDefinition, SlotDefinition
from flows_app.limits import NESTING_DEPTH
from flows_app.models import Flow, Slot, Step
from flows_app.validation.findings import Finding, error
from flows_app.validation.usage import used_names

Written = dict[str, Any]


@dataclass(frozen=True)
class DraftReading:
    """What the rows amount to: a definition, or the findings that say why they amount to none."""

    definition: FlowDefinition | None
    findings: tuple[Finding, ...] = ()


def read_draft(flow: Flow) -> DraftReading:
    steps = list(flow.steps.all())
    if too_deep := _too_deep(steps):
        return DraftReading(None, (too_deep,))
    return read_written(draft_as_written(flow, steps))


def read_written(written: Written) -> DraftReading:
    """From the shape of a definition, wherever it comes from."""
    try:
        definition = FlowDefinition.model_validate(written)
    except ValidationError as refused:
        return DraftReading(None, tuple(shape_finding(written, problem) for problem in refused.errors()))
    return DraftReading(_with_used_bot_slots(definition))


def draft_as_written(flow: Flow, steps: Sequence[Step] | None = None) -> Written:
    """The rows in the shape of a definition, not yet checked."""
    return {
        "name": flow.name,
        "description": flow.description,
        "triggers": flow.triggers,
        **flow.data,
        "slots": [slot_as_written(slot) for slot in flow.slots.all()],
        "bot_slots": [slot_as_written(slot) for slot in flow.bot.slots.all()],
        "steps": _nested(list(flow.steps.all()) if steps is None else steps),
    }


def slot_as_written(slot: Slot) -> Written:
    return {"name": slot.name, "type": slot.type, **slot.data}


def _nested(rows: Sequence[Step]) -> list[Written]:
    """Rows put back into the steps that hold them."""
    children: dict[int | None, list[Step]] = defaultdict(list)
    for row in rows:
        children[row.parent_id].append(row)

    def written(row: Step) -> Written:
        step = {"name": row.name, "type": row.type, **row.data}
        inside: dict[str, list[Written]] = defaultdict(list)
        for child in children[row.pk]:
            inside[child.case].append(written(child))
        return _with_nested_steps(step, inside) if inside else step

    return [written(row) for row in children[None]]


def _with_nested_steps(step: Written, inside: dict[str, list[Written]]) -> Written:
    if step["type"] == "while":
        return {**step, "steps": [nested for steps in inside.values() for nested in steps]}
    # Steps of a case that is no longer there are put where the language refuses them: nothing vanishes.
    cases = [{**case, "steps": inside.pop(str(number), [])} for number, case in enumerate(step.get("cases", []))]
    cases = [{key: value for key, value in case.items() if key != "steps" or value} for case in cases]
    nested: Written = {**step, "cases": cases}
    if "default" in inside:
        nested["default"] = {**(step.get("default") or {}), "steps": inside.pop("default")}
    if inside:
        nested["steps"] = [one for steps in inside.values() for one in steps]
    return nested


def _too_deep(steps: Sequence[Step]) -> Finding | None:
    parents = {step.pk: step.parent_id for step in steps}
    for step in steps:
        depth, parent = 0, step.parent_id
        while parent is not None and depth <= NESTING_DEPTH:
            depth, parent = depth + 1, parents.get(parent)
        if depth > NESTING_DEPTH:
            return error(
                "too_deep",
                f"Steps are nested more than {NESTING_DEPTH} deep; use a flow of its own.",
                step=step.name,
                field="name",
            )
    return None


def _with_used_bot_slots(definition: FlowDefinition) -> FlowDefinition:
    """Only the bot-wide slots that the flow uses: others may change without making it another flow."""
    used = used_names(definition)
    kept: tuple[SlotDefinition, ...] = tuple(slot for slot in definition.bot_slots if slot.name in used)
    return definition.model_copy(update={"bot_slots": kept})


def shape_finding(written: Written, problem: Any) -> Finding:
    """Pydantic's place, such as ("steps", 2, "branch", "cases", 0, "steps", 1, "say", "message"), in our words."""
    location = list(problem["loc"])
    step, slot = "", ""
    here: Any = written
    for part in location:
        if isinstance(here, dict) and part in ("slots", "bot_slots", "steps"):
            kind = part
        if isinstance(part, int) and isinstance(here, list) and part < len(here):
            here = here[part]
            if isinstance(here, dict) and "name" in here:
                step, slot = (
                    (str(here["name"]), "") if "type" in here and kind == "steps" else (step, str(here["name"]))
                )
        elif isinstance(here, dict) and part in here:
            here = here[part]
    field = next((str(part) for part in reversed(location) if isinstance(part, str)), "")
    message = str(problem["msg"]).removeprefix("Value error, ").rstrip(".")
    return error("shape", f"“{field}”: {message}.", step=step, slot="" if step else slot, field=field)
