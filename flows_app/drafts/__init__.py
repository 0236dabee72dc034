"""A draft's rows, and the definition they amount to."""

from flows_app.drafts.locking import DraftChanged, lock_draft, note_change
from flows_app.drafts.reading import DraftReading, draft_as_written, read_draft
from flows_app.drafts.writing import write_bot_slots, write_draft

__all__ = [
    "DraftChanged",
    "DraftReading",
    "draft_as_written",
    "lock_draft",
    "note_change",
    "read_draft",
    "write_bot_slots",
    "write_draft",
]
