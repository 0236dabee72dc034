"""A draft's rows, and the definition they amount to."""

from flows_app.drafts.definition import DraftReading, read_draft

__all__ = ["DraftReading", "read_draft"]
