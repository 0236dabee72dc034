"""References to what can be compared or restored: a version by its number, the draft, a snapshot, or a document sent
along."""

from dataclasses import dataclass
from typing import Any

from flows_app.drafts import DraftReading, document_of, read_document
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.flow import with_language_version
from flows_app.models import DraftSnapshot, Flow, FlowVersion
from flows_app.publishing.versions import read_version

DRAFT = "draft"
POSTED = "document"
SNAPSHOT = "snapshot:"


class NoSuchRef(LookupError):
    """Nothing is called that; the text says what was asked for."""


@dataclass(frozen=True)
class Ref:
    """One of the two that are compared: as a document, and as what that amounts to with the bot's slots."""

    document: Written
    reading: DraftReading


def read_ref(flow: Flow, ref: Any, posted: Written | None = None) -> Ref:
    if ref == DRAFT:
        document = document_of(flow)
    elif ref == POSTED and posted is not None:
        document = posted
    elif isinstance(ref, str) and ref.startswith(SNAPSHOT):
        document = with_language_version(snapshot_of(flow, ref).document)
    else:
        version = version_of(flow, ref)
        return Ref(document_of_version(version), read_version(version))
    return Ref(document, read_document(flow, document))


def version_of(flow: Flow, ref: Any) -> FlowVersion:
    number = _whole_number(ref)
    version = flow.versions.filter(number=number).first() if number is not None else None
    if version is None:
        raise NoSuchRef(f"There is no version {ref} of “{flow}”.")
    return version


def snapshot_of(flow: Flow, ref: str) -> DraftSnapshot:
    number = _whole_number(ref.removeprefix(SNAPSHOT))
    snapshot = flow.snapshots.filter(pk=number).first() if number is not None else None
    if snapshot is None:
        raise NoSuchRef(f"There is no {ref} of “{flow}” any more.")
    return snapshot


def document_of_version(version: FlowVersion) -> Written:
    """Gives the version as an author would write it; one that can't be read any more as it is stored."""
    definition = read_version(version).definition
    written: Written = definition.as_written() if definition else with_language_version(version.definition)
    return {key: value for key, value in written.items() if key != "bot_slots"}


def _whole_number(value: Any) -> int | None:
    """Digits of a sensible length, or a number that came as one."""
    digits = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None
