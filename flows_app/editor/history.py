"""A flow's versions and snapshots: listed, compared, and put back into the draft."""

from typing import Any

from django.db import transaction

from flows_app.audit import record
from flows_app.drafts import DraftChanged, keep_snapshot, lock_draft, note_change, write_document
from flows_app.drafts.taking_apart import Written
from flows_app.editor.changes import changes_as_json
from flows_app.editor.refs import SNAPSHOT, read_ref, snapshot_of, version_of
from flows_app.editor.saving import Conflict
from flows_app.flow_language.flow import with_language_version
from flows_app.models import DraftSnapshot, Flow
from flows_app.people import shown_name
from flows_app.ports import version_usage
from flows_app.publishing import DraftMovedOn, RestoreDraft, compare
from flows_app.publishing.compare import compare_documents
from flows_app.rights import Person, Right, require


def history_of(flow: Flow) -> dict[str, Any]:
    conversations = conversations_by_version(flow)
    return {
        "results": [
            {
                "number": version.number,
                "author": shown_name(version.author),
                "note": version.note,
                "created_at": version.created_at.isoformat(),
                "current": version.pk == flow.current_version_id,
                "conversations": conversations.get(version.number, 0),
            }
            for version in flow.versions.select_related("author").defer("definition")
        ],
        "snapshots": [
            {
                "id": snapshot.pk,
                "author": shown_name(snapshot.author),
                "reason": snapshot.reason,
                "created_at": snapshot.created_at.isoformat(),
            }
            for snapshot in flow.snapshots.select_related("author").defer("document")
        ],
    }


def conversations_by_version(flow: Flow) -> dict[int, int]:
    counted: dict[int, int] = {}
    for place in version_usage.get().of_flow(flow):
        counted[place.version_number] = counted.get(place.version_number, 0) + place.conversations
    return counted


def compared(flow: Flow, before: Any, after: Any, posted: Written | None = None) -> dict[str, Any]:
    one, other = read_ref(flow, before, posted), read_ref(flow, after, posted)
    old, new = one.reading.definition, other.reading.definition
    # Definitions know the bot's slots that they count with; what is none can still be compared as it is written.
    changes = compare(old, new) if old and new else compare_documents(one.document, other.document)
    return {"changes": changes_as_json(changes), "before": one.document, "after": other.document}


def restore(flow: Flow, ref: Any, *, revision: int, person: Person) -> Flow:
    """Into the draft, which is kept as a snapshot first."""
    try:
        if isinstance(ref, str) and ref.startswith(SNAPSHOT):
            return _restore_snapshot(flow, snapshot_of(flow, ref), revision, person)
        return RestoreDraft(flow, version_of(flow, ref), user=person, expected_revision=revision).execute()
    except (DraftChanged, DraftMovedOn) as changed:
        raise Conflict(Flow.objects.select_related("bot", "draft_saved_by").get(pk=flow.pk)) from changed


@transaction.atomic
def _restore_snapshot(flow: Flow, snapshot: DraftSnapshot, revision: int, person: Person) -> Flow:
    require(person, Right.WRITE, flow.bot)
    locked = lock_draft(flow.pk, expected_revision=revision)
    keep_snapshot(locked, person, f"before the draft of {snapshot.created_at:%Y-%m-%d %H:%M} UTC was restored")
    write_document(locked, {**with_language_version(snapshot.document), "name": locked.name})
    note_change(locked, person)
    details = {"flow": locked.pk, "snapshot": snapshot.pk, "draft_revision": locked.draft_revision}
    record(person, locked.bot, "restored", f"an earlier draft of {locked}", **details)
    return locked
