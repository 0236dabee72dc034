"""The log of what people did to a bot. Written in the transaction of the deed: neither is there without the other."""

from collections.abc import Mapping
from typing import Any

from flows_app.models import AuditEntry, Bot
from flows_app.rights import Person, changed_settings, settings_of

_SUBJECT_LENGTH: int = AuditEntry._meta.get_field("subject").max_length or 0
# Their pages note what has changed in them; the texts themselves would swell the log.
_LONG_SETTINGS = ("patterns", "theme")


def record(user: Person, bot: Bot, verb: str, subject: object, /, **details: Any) -> AuditEntry:
    """`verb` is a short past tense such as “published”; `details` is plain JSON. A script's entry names nobody."""
    return AuditEntry.objects.create(
        user_id=user.pk if user is not None else None,
        bot=bot,
        verb=verb,
        subject=_shortened(str(subject)),
        details=details,
    )


def record_without_bot(user: Person, verb: str, subject: object, /, **details: Any) -> AuditEntry:
    """Records something done to a bot that is gone: its own log has gone with it."""
    return AuditEntry.objects.create(
        user_id=user.pk if user is not None else None, verb=verb, subject=_shortened(str(subject)), details=details
    )


def record_settings(user: Person, bot: Bot, before: Mapping[str, Any]) -> list[str]:
    """An entry for what has changed since `settings_of` gave `before`, if anything has; gives the names."""
    after = settings_of(bot)
    changed = changed_settings(before, after)
    if changed:
        values = {name: {"was": before[name], "is": after[name]} for name in changed if name not in _LONG_SETTINGS}
        record(user, bot, "changed", f"bot {bot}", fields=changed, values=values)
    return changed


def _shortened(text: str) -> str:
    return text if len(text) <= _SUBJECT_LENGTH else f"{text[: _SUBJECT_LENGTH - 1]}…"
