"""What to tell somebody whose page is older than the draft or the settings it shows."""

from datetime import datetime

from django.utils import formats, timezone

from flows_app.models import AuditEntry, Bot, Flow

CHANGES_TOLD = 10
ENTRIES_LOOKED_AT = 50
# Fields of a log entry that are about a bot's settings.
OF_SETTINGS = {"settings", "patterns", "understanding", "session_minutes", "turns_without_progress"}
_TO_DO = "Open the page again in another tab to compare, and put your changes in there."


def changed_meanwhile(flow: Flow, since_revision: int) -> list[str]:
    """A sentence that says who and when, and one that says what, if the log knows."""
    entries = AuditEntry.objects.filter(bot=flow.bot_id, details__flow=flow.pk)
    newer = list(entries.filter(details__draft_revision__gt=since_revision).select_related("user"))
    newest = newer[0] if newer else None
    who = str(newest.user) if newest and newest.user else "somebody else"
    at = _in_words(newest.at if newest else flow.updated_at)
    told = [f"“{flow}” was changed by {who} at {at} meanwhile; your changes are not saved. {_TO_DO}"]
    if changes := _changes_of(newer):
        told.append(f"Changed meanwhile: {'; '.join(changes)}.")
    return told


def settings_changed_meanwhile(bot: Bot) -> list[str]:
    """A bot counts no revisions: the log's newest change need not be the one that came in between."""
    told = [f"The settings of “{bot}” were changed meanwhile; your changes are not saved. {_TO_DO}"]
    entries = AuditEntry.objects.filter(bot=bot, verb__in=("changed", "imported")).select_related("user")
    newest = next(filter(_is_of_settings, entries[:ENTRIES_LOOKED_AT]), None)
    if newest:
        told.append(f"The newest change in the log is by {newest.user or 'a script'}, at {_in_words(newest.at)}.")
    return told


def _is_of_settings(entry: AuditEntry) -> bool:
    return entry.verb == "imported" or bool(OF_SETTINGS & {*entry.details.get("fields", ())})


def _in_words(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def _changes_of(newer: list[AuditEntry]) -> list[str]:
    changes = list(dict.fromkeys(change for entry in reversed(newer) for change in entry.details.get("changes", ())))
    if len(changes) > CHANGES_TOLD:
        return [*changes[:CHANGES_TOLD], f"and {len(changes) - CHANGES_TOLD} more"]
    return changes
