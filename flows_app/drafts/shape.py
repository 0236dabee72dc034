"""Why a document is no definition, each reason at its place."""

from pydantic import ValidationError

from flows_app.drafts.taking_apart import Written
from flows_app.language.complaints import Complaint, complaints
from flows_app.validation.findings import Finding, Path, error

SHAPE = "shape"


def shape_findings(written: Written, refused: ValidationError) -> tuple[Finding, ...]:
    return tuple(_finding(written, complaint) for complaint in complaints(written, refused))


def _finding(written: Written, complaint: Complaint) -> Finding:
    at = _part_of(complaint.path)
    inside = complaint.path[len(at) :]
    name = _name_at(written, at)
    of_steps = "steps" in at
    return error(
        SHAPE,
        complaint.sentence,
        step=name if of_steps else "",
        slot=name if at and not of_steps else "",
        # What is wrong with a part as a whole is wrong for its type.
        field=str(inside[0] if inside else "type") if complaint.path else "",
        inside=inside,
        at=at,
    )


def _part_of(path: Path) -> Path:
    """The innermost step, or the slot, that the path leads into."""
    if len(path) > 1 and path[0] in ("slots", "bot_slots") and isinstance(path[1], int):
        return path[:2]
    ends = [
        number + 2
        for number, part in enumerate(path[:-1])
        if part == "steps" and isinstance(path[number + 1], int) and _leads_to_steps(path[:number])
    ]
    return path[: ends[-1]] if ends else ()


def _leads_to_steps(before: Path) -> bool:
    """Whether a list called `steps` is one of the language here: at the top, in a loop, a case or a default. A key
    of that name in a step's metadata, say, is none."""
    return not before or isinstance(before[-1], int) or before[-1] == "default"


def _name_at(written: Written, path: Path) -> str:
    here: object = written
    for part in path:
        try:
            here = here[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return ""
    name = here.get("name", "") if isinstance(here, dict) else ""
    return name if isinstance(name, str) else ""
