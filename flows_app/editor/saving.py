"""Saving the document as its author goes: the draft's rows, its revision and the log in one transaction."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from flows_app.drafts import DraftChanged, document_of, lock_draft, note_change, write_document
from flows_app.drafts.taking_apart import Written, same_json, take_apart
from flows_app.editor.changes import changes_as_json
from flows_app.editor.save_log import log_save
from flows_app.editor.standing import Standing, standing_of
from flows_app.models import Flow
from flows_app.people import shown_name
from flows_app.publishing.compare import compare_documents
from flows_app.rights import Person, Right, require


@dataclass(frozen=True)
class Saved:
    flow: Flow
    standing: Standing

    def as_json(self) -> dict[str, Any]:
        saved = {"revision": self.flow.draft_revision, "saved_at": self.flow.updated_at.isoformat()}
        return saved | self.standing.as_json()


class Conflict(Exception):
    """Somebody else has saved meanwhile: nothing was written, and both documents are there to compare."""

    def __init__(self, flow: Flow, mine: Written | None = None):
        who = shown_name(flow.draft_saved_by) or "somebody else"
        super().__init__(f"“{flow}” was changed by {who} meanwhile: nothing of theirs or yours is overwritten.")
        self.flow = flow
        self.mine = mine

    def as_json(self) -> dict[str, Any]:
        theirs = document_of(self.flow)
        changes = compare_documents(self.mine, theirs) if self.mine is not None else ()
        return stored(self.flow, theirs) | {"changes": changes_as_json(changes)}


def stored(flow: Flow, document: Written | None = None) -> dict[str, Any]:
    """The draft as it is stored, with who saved it last."""
    return {"document": document if document is not None else document_of(flow)} | revision_of(flow)


def revision_of(flow: Flow) -> dict[str, Any]:
    return {
        "revision": flow.draft_revision,
        "saved_by": shown_name(flow.draft_saved_by) if flow.draft_revision else None,
        "saved_at": flow.updated_at.isoformat(),
    }


def save_document(flow: Flow, document: Written, *, revision: int, person: Person) -> Saved:
    """Somebody who saves without a change is no author of the draft: they may still be its second person.

    A document that is stored already counts as saved, whatever the revision: its sender repeats it because the answer
    got lost.
    """
    require(person, Right.WRITE, flow.bot)
    with transaction.atomic():
        try:
            locked = lock_draft(flow.pk, expected_revision=revision)
        except DraftChanged as changed:
            if _same(document_of(changed.flow), document):
                return Saved(changed.flow, standing_of(changed.flow, document))
            raise Conflict(changed.flow, document) from changed
        before = document_of(locked)
        if not _same(before, document):
            write_document(locked, document)
            note_change(locked, person)
            log_save(locked, before, document, person)
    return Saved(locked, standing_of(locked, document))


def _same(stored: Written, document: Written) -> bool:
    """A document may leave out what is empty, and the version of the language that the draft is written in."""
    whole = {"language_version": stored["language_version"], **document}
    return same_json(_as_rows(stored), _as_rows(whole))


def _as_rows(document: Written) -> Any:
    parts = take_apart(document)
    return [
        [parts.name, parts.language_version, parts.description, parts.triggers, parts.data],
        [[slot.name, slot.type, slot.data] for slot in parts.slots],
        [[step.holder, step.case, step.name, step.type, step.data] for step in parts.steps],
    ]
