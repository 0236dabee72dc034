"""Findings as JSON, each with the place in the document that it is about."""

from collections.abc import Iterable
from typing import Any

from flows_app.drafts.empty_rows import place_in_document, without_empty_rows
from flows_app.drafts.places import steps_in
from flows_app.drafts.shape import SHAPE
from flows_app.drafts.taking_apart import Written
from flows_app.validation import Finding
from flows_app.validation.findings import Path


def findings_as_json(document: Written, findings: Iterable[Finding]) -> list[dict[str, str]]:
    places = _Places(without_empty_rows(document))
    return [
        {
            "severity": finding.severity.value,
            "code": finding.code,
            "sentence": finding.sentence,
            "step": finding.step,
            "slot": finding.slot,
            "field": finding.field,
            "path": pointer(place_in_document(document, places.path_of(finding))),
        }
        for finding in findings
    ]


def pointer(path: Path) -> str:
    """Gives the path as a JSON Pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


class _Places:
    """Where steps and slots stand, by their names: of two with one name, the first."""

    def __init__(self, document: Written):
        self._steps: dict[Any, Path] = {}
        for place in steps_in(document):
            self._steps.setdefault(_name(place.step), place.path)
        slots = document.get("slots")
        self._slots: dict[Any, Path] = {}
        for number, slot in enumerate(slots if isinstance(slots, list) else ()):
            self._slots.setdefault(_name(slot), ("slots", number))

    def path_of(self, finding: Finding) -> Path:
        part = finding.at if finding.at is not None else self._part(finding)
        if part is None or part[:1] == ("bot_slots",):
            return ()  # it is about something that is not in the document: a slot of the bot
        return (*part, *(finding.inside or _field(finding)))

    def _part(self, finding: Finding) -> Path | None:
        if finding.step:
            return self._steps.get(finding.step)
        return self._slots.get(finding.slot) if finding.slot else ()


def _field(finding: Finding) -> Path:
    """A shape that is wrong as a whole is reported at the part itself."""
    return (finding.field,) if finding.field and finding.code != SHAPE else ()


def _name(part: Any) -> Any:
    name = part.get("name") if isinstance(part, dict) else None
    return name if isinstance(name, str) else None
