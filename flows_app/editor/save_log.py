"""Saves in the log. The editor saves every few seconds, so what one person does in one go is one entry."""

from django.utils import timezone

from flows_app.audit import record
from flows_app.drafts.taking_apart import Written
from flows_app.limits import CHANGES_LOGGED, SAVES_IN_ONE_GO
from flows_app.models import AuditEntry, Flow
from flows_app.publishing.compare import compare_documents
from flows_app.rights import Person

VERB = "saved"


def log_save(flow: Flow, before: Written, after: Written, person: Person) -> None:
    """Logs a save, in its transaction and with the flow locked, so that nobody else extends the entry meanwhile."""
    changes = [str(change) for change in compare_documents(before, after)]
    entry = _entry_of_this_go(flow, person)
    if entry is None:
        details = {"flow": flow.pk, "draft_revision": flow.draft_revision, "changes": changes[:CHANGES_LOGGED]}
        record(person, flow.bot, VERB, f"draft of {flow}", **details)
        return
    together = dict.fromkeys((*entry.details.get("changes", ()), *changes))
    saves = entry.details.get("saves", 1) + 1
    entry.details |= {
        "draft_revision": flow.draft_revision,
        "changes": list(together)[:CHANGES_LOGGED],
        "saves": saves,
    }
    entry.save(update_fields=["details"])


def _entry_of_this_go(flow: Flow, person: Person) -> AuditEntry | None:
    """The newest entry about this flow, if it is this person's save, not long ago."""
    recent = AuditEntry.objects.filter(bot=flow.bot_id, at__gte=timezone.now() - SAVES_IN_ONE_GO, details__flow=flow.pk)
    newest = recent.first()
    is_theirs = newest is not None and newest.verb == VERB and newest.user_id == (person.pk if person else None)
    return newest if is_theirs else None
