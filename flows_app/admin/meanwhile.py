"""What to tell somebody whose page is older than the draft it shows."""

from django.utils import formats, timezone

from flows_app.models import AuditEntry, Flow

CHANGES_TOLD = 10


def changed_meanwhile(flow: Flow, since_revision: int) -> list[str]:
    """A sentence that says who and when, and one that says what, if the log knows."""
    entries = AuditEntry.objects.filter(bot=flow.bot_id, details__flow=flow.pk)
    newer = list(entries.filter(details__draft_revision__gt=since_revision).select_related("user"))
    newest = newer[0] if newer else None
    who = str(newest.user) if newest and newest.user else "somebody else"
    moment = timezone.localtime(newest.at if newest else flow.updated_at)
    at = formats.date_format(moment, "DATETIME_FORMAT")
    told = [
        f"“{flow}” was changed by {who} at {at} meanwhile; your changes are not saved. "
        "Open the page again in another tab to compare, and put your changes in there."
    ]
    if changes := _changes_of(newer):
        told.append(f"Changed meanwhile: {'; '.join(changes)}.")
    return told


def _changes_of(newer: list[AuditEntry]) -> list[str]:
    changes = list(dict.fromkeys(change for entry in reversed(newer) for change in entry.details.get("changes", ())))
    if len(changes) > CHANGES_TOLD:
        return [*changes[:CHANGES_TOLD], f"and {len(changes) - CHANGES_TOLD} more"]
    return changes
