"""Who may take part in a conversation: its own token, and single-use tickets for its socket."""

import secrets
from uuid import UUID

from django.core import signing
from django.core.cache import cache

from conversations_app.limits import TICKET_AGE, TOKEN_AGE

_TOKEN_SALT = "soni.conversation-token"  # noqa: S105  a salt, not a secret
_TICKET_SALT = "soni.socket-ticket"


class BadCredential(Exception):
    """Expired, used up, or not ours."""


def issue_token(conversation_id: UUID) -> str:
    """Opens this one conversation, until it is too old."""
    return signing.dumps(str(conversation_id), salt=_TOKEN_SALT)


def read_token(token: str) -> UUID:
    try:
        return UUID(signing.loads(token, salt=_TOKEN_SALT, max_age=TOKEN_AGE))
    except signing.BadSignature as bad:
        raise BadCredential("The conversation token is not valid, or has expired.") from bad


def issue_ticket(conversation_id: UUID) -> str:
    """Goes into a socket's address, where logs may keep it: it works once, and only for a moment."""
    return signing.dumps([str(conversation_id), secrets.token_urlsafe(12)], salt=_TICKET_SALT)


def redeem_ticket(ticket: str) -> UUID:
    try:
        conversation_id, nonce = signing.loads(ticket, salt=_TICKET_SALT, max_age=TICKET_AGE)
    except signing.BadSignature as bad:
        raise BadCredential("The ticket is not valid, or has expired.") from bad
    # `add` is atomic: of two sockets with the same ticket one gets in.
    if not cache.add(f"used-ticket:{nonce}", True, timeout=2 * TICKET_AGE.total_seconds()):
        raise BadCredential("The ticket has been used.")
    return UUID(conversation_id)
