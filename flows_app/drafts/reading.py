from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext
from pydantic import ValidationError

from flows_app.drafts.empty_rows import without_empty_rows
from flows_app.drafts.places import steps_in
from flows_app.drafts.rows import rows_in_reading_order
from flows_app.drafts.shape import shape_findings
from flows_app.drafts.taking_apart import Written, nesting_of_type
from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.limits import NESTING_DEPTH
from flows_app.models import Flow, Slot, Step
from flows_app.validation.findings import Finding, error
from flows_app.validation.usage import used_names


@dataclass(frozen=True)
class DraftReading:
    """Result of reading a draft's rows: a definition, or the findings that say why there is none."""

    definition: FlowDefinition | None
    findings: tuple[Finding, ...] = ()


def read_draft(flow: Flow) -> DraftReading:
    return read_written(draft_as_written(flow))


def read_document(flow: Flow, document: Written) -> DraftReading:
    """Reads an unsaved document, with the bot's current slots."""
    return read_written({"language_version": flow.language_version, **document, "bot_slots": _bot_slots(flow)})


def read_written(written: Written) -> DraftReading:
    """Reads a definition from plain data of any source. Findings name places in it without its empty rows."""
    if too_deep := _too_deep(written):
        return DraftReading(None, (too_deep,))
    filled = without_empty_rows(written)
    try:
        definition = FlowDefinition.model_validate(filled)
    except ValidationError as refused:
        return DraftReading(None, shape_findings(filled, refused))
    return DraftReading(_with_used_bot_slots(definition))


def draft_as_written(flow: Flow) -> Written:
    """The rows in the shape of a definition, not yet checked."""
    return {**document_of(flow), "bot_slots": _bot_slots(flow)}


def document_of(flow: Flow) -> Written:
    """The draft as its author sees it: without the bot's slots, right or wrong."""
    return {
        "name": flow.name,
        "language_version": flow.language_version,
        "description": flow.description,
        "triggers": flow.triggers,
        "slots": [slot_as_written(slot) for slot in flow.slots.all()],
        "steps": _nested(flow.steps.all()),
        # Parts that no column or row could hold.
        **flow.data,
    }


def slot_as_written(slot: Slot) -> Written:
    return {"name": slot.name, "type": slot.type, **slot.data}


def _bot_slots(flow: Flow) -> list[Written]:
    return [slot_as_written(slot) for slot in flow.bot.slots.all()]


def _nested(rows: Iterable[Step]) -> list[Written]:
    """Rows put back into the steps that hold them, from the last to the first: what a step holds is whole by then."""
    inside: dict[int | None, dict[str, list[Written]]] = defaultdict(lambda: defaultdict(list))
    ordered = rows_in_reading_order(rows)
    for number, (row, holder) in reversed(list(enumerate(ordered))):
        step = {"name": row.name, "type": row.type, **row.data}
        if number in inside:
            step = _with_nested_steps(step, {case: steps[::-1] for case, steps in inside.pop(number).items()})
        inside[holder][row.case if holder is not None else ""].append(step)
    return inside[None][""][::-1]


def _with_nested_steps(step: Written, inside: dict[str, list[Written]]) -> Written:
    if nesting_of_type(step["type"]) == {"steps"}:
        return {**step, "steps": [nested for _, steps in sorted(inside.items()) for nested in steps]}
    nested = dict(step)
    cases = step.get("cases")
    if isinstance(cases, list):
        nested["cases"] = [
            {**case, "steps": inside.pop(str(number))} if str(number) in inside and isinstance(case, dict) else case
            for number, case in enumerate(cases)
        ]
    if "default" in inside:
        nested["default"] = {**(step.get("default") or {}), "steps": inside.pop("default")}
    if inside:
        # Steps of a case that is no longer there are put where the language refuses them: nothing vanishes.
        nested["steps"] = [one for steps in inside.values() for one in steps]
    return nested


def _too_deep(written: Written) -> Finding | None:
    """Found before the models are asked, which would go down without end."""
    for place in steps_in(written):
        if place.depth > NESTING_DEPTH:
            return error(
                "too_deep",
                gettext("Steps are nested more than {count} deep; use a flow of its own.").format(count=NESTING_DEPTH),
                step=str(place.step.get("name", "")),
                field="name",
                at=place.path,
            )
    return None


def _with_used_bot_slots(definition: FlowDefinition) -> FlowDefinition:
    """Only the bot-wide slots that the flow uses: others may change without making it another flow."""
    used = used_names(definition)
    kept: tuple[SlotDefinition, ...] = tuple(slot for slot in definition.bot_slots if slot.name in used)
    return definition.model_copy(update={"bot_slots": kept})
