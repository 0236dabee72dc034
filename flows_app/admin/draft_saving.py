"""Saving a flow's page: rows, revision and log entry in the request's one transaction."""

from collections import Counter
from typing import Any

from flows_app.audit import record
from flows_app.drafts import draft_as_written, lock_draft, note_change
from flows_app.drafts.reading import read_written
from flows_app.drafts.writing import ROW_GAP
from flows_app.models import Flow
from flows_app.publishing import compare
from flows_app.rights import Person

CHANGES_LOGGED = 50


def number_with_gaps(rows: Any) -> None:
    """Among those that stand in the same list."""
    ordered = list(rows.order_by("position", "pk"))
    last: Counter[Any] = Counter()
    for row in ordered:
        siblings = (getattr(row, "parent_id", None), getattr(row, "case", ""))
        last[siblings] += ROW_GAP
        row.position = last[siblings]
    rows.model.objects.bulk_update(ordered, ["position"])


def note_creation(flow: Flow, person: Person) -> None:
    locked = lock_draft(flow.pk)
    note_change(locked, person)
    record(person, locked.bot, "created", flow, flow=flow.pk, draft_revision=locked.draft_revision)


def note_save(flow: Flow, written_before: dict[str, Any], person: Person) -> None:
    """Somebody who saved without a change is no author of the draft: they may still be its second person."""
    # Read again: the page's own copy is as old as the page, and publishing may have been in between.
    locked = lock_draft(flow.pk)
    written = draft_as_written(locked)
    if written == written_before:
        return
    note_change(locked, person)
    record(
        person,
        locked.bot,
        "saved",
        f"draft of {flow}",
        flow=flow.pk,
        draft_revision=locked.draft_revision,
        changes=_changes(written_before, written),
    )


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    old, new = read_written(before).definition, read_written(after).definition
    if old is None or new is None:
        return []  # a draft may be unfinished: then nobody can say what differs
    return [str(change) for change in compare(old, new)[:CHANGES_LOGGED]]
