from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from flows_app.language import FlowDefinition
from flows_app.models import Flow
from flows_app.validation.findings import Finding, error


@dataclass(frozen=True)
class DraftReading:
    """What the rows amount to: a definition, or the findings that say why they amount to none."""

    definition: FlowDefinition | None
    findings: tuple[Finding, ...] = ()


def read_draft(flow: Flow) -> DraftReading:
    written = draft_as_written(flow)
    try:
        return DraftReading(FlowDefinition.model_validate(written))
    except ValidationError as refused:
        return DraftReading(None, tuple(_finding(written, problem) for problem in refused.errors()))


def draft_as_written(flow: Flow) -> dict[str, Any]:
    """The rows in the shape of a definition, not yet checked."""
    return {
        "name": flow.name,
        "description": flow.description,
        "triggers": flow.triggers,
        "slots": [{"name": slot.name, "type": slot.type, **slot.data} for slot in flow.slots.all()],
        "steps": [{"name": step.name, "type": step.type, **step.data} for step in flow.steps.all()],
    }


def _finding(written: dict[str, Any], problem: Any) -> Finding:
    """Pydantic's location, such as ("steps", 2, "say", "message"), in the author's words."""
    location = problem["loc"]
    field = str(location[-1])
    sentence = f"“{field}”: {problem['msg']}."
    if len(location) > 1 and location[0] in ("steps", "slots"):
        name = written[location[0]][location[1]]["name"]
        return error("shape", sentence, field=field, **{location[0].removesuffix("s"): name})
    return error("shape", sentence, field=field)
