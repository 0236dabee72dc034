"""Why a document is no definition, each reason at its place."""

from pydantic import ValidationError

from flows_app.drafts.form_words import FormWords
from flows_app.drafts.places import part_of
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.complaints import Complaint, complaints
from flows_app.validation.findings import Finding, Path, error

SHAPE = "shape"


def shape_findings(written: Written, refused: ValidationError) -> tuple[Finding, ...]:
    return tuple(_finding(written, complaint) for complaint in complaints(written, refused, FormWords(written)))


def _finding(written: Written, complaint: Complaint) -> Finding:
    at = part_of(complaint.path)
    inside = complaint.path[len(at) :]
    name = _name_at(written, at)
    of_steps = "steps" in at
    return error(
        SHAPE,
        complaint.sentence,
        step=name if of_steps else "",
        slot=name if at and not of_steps else "",
        # Reports an error of a whole part at its type.
        field=str(inside[0] if inside else "type") if complaint.path else "",
        inside=inside,
        at=at,
    )


def _name_at(written: Written, path: Path) -> str:
    here: object = written
    for part in path:
        try:
            here = here[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return ""
    name = here.get("name", "") if isinstance(here, dict) else ""
    return name if isinstance(name, str) else ""
