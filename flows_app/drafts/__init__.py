"""A draft's rows, and the definition they amount to."""

from flows_app.drafts.locking import DraftChanged, lock_draft, note_change
from flows_app.drafts.reading import DraftReading, document_of, draft_as_written, read_document, read_draft
from flows_app.drafts.snapshots import keep_snapshot
from flows_app.drafts.writing import write_bot_slots, write_document, write_draft

__all__ = [
    "DraftChanged",
    "DraftReading",
    "document_of",
    "draft_as_written",
    "keep_snapshot",
    "lock_draft",
    "note_change",
    "read_document",
    "read_draft",
    "write_bot_slots",
    "write_document",
    "write_draft",
]
