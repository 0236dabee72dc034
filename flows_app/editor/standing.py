"""How a document stands: what there is to mend in it, and what the publish button would do."""

from copy import copy
from dataclasses import dataclass
from enum import StrEnum

from flows_app.drafts import DraftReading, read_document
from flows_app.drafts.naming import name_refused
from flows_app.drafts.taking_apart import Written
from flows_app.editor.findings import findings_as_json
from flows_app.editor.sound_parts import findings_of_sound_parts
from flows_app.models import Flow
from flows_app.publishing.versions import findings_for, says_the_same
from flows_app.validation import Finding, blocking


class State(StrEnum):
    NEVER_PUBLISHED = "never_published"
    UP_TO_DATE = "up_to_date"
    HAS_CHANGES = "has_changes"
    HAS_ERRORS = "has_errors"


@dataclass(frozen=True)
class Standing:
    document: Written
    reading: DraftReading
    findings: tuple[Finding, ...]
    state: State

    def as_json(self) -> dict[str, object]:
        return {"findings": findings_as_json(self.document, self.findings), "state": self.state.value}


def standing_of(flow: Flow, document: Written) -> Standing:
    reading = read_document(flow, document)
    findings = findings_for(_as_it_would_be(flow, reading), reading)
    if reading.definition is None:
        findings += findings_of_sound_parts(flow, document)
    return Standing(document, reading, findings, _state(flow, reading, findings))


def _as_it_would_be(flow: Flow, reading: DraftReading) -> Flow:
    """Saving gives the flow the document's name, if it can have that."""
    if reading.definition is None or name_refused(flow, reading.definition.name):
        return flow
    renamed = copy(flow)
    renamed.name = reading.definition.name
    return renamed


def _state(flow: Flow, reading: DraftReading, findings: tuple[Finding, ...]) -> State:
    if says_the_same(reading.definition, flow.current_version):
        return State.UP_TO_DATE
    if blocking(findings):
        return State.HAS_ERRORS
    # One that was withdrawn had versions: publishing brings it back.
    if flow.current_version is None and not flow.versions.exists():
        return State.NEVER_PUBLISHED
    return State.HAS_CHANGES
