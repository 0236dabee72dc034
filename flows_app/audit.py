"""The log of what people did to a bot. Written in the transaction of the deed: neither is there without the other."""

from typing import Any

from flows_app.models import AuditEntry, Bot
from flows_app.rights import Person

_SUBJECT_LENGTH: int = AuditEntry._meta.get_field("subject").max_length or 0


def record(user: Person, bot: Bot, verb: str, subject: object, /, **details: Any) -> AuditEntry:
    """`verb` is a short past tense such as “published”; `details` is plain JSON. A script's entry names nobody."""
    return AuditEntry.objects.create(
        user_id=user.pk if user is not None else None,
        bot=bot,
        verb=verb,
        subject=_shortened(str(subject)),
        details=details,
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _SUBJECT_LENGTH else f"{text[: _SUBJECT_LENGTH - 1]}…"
