"""Tickets for a conversation's socket.

A ticket stands for the conversation's own user, whoever asked for it. So a socket that it opened lives on when the API
key that asked is revoked or expires, as the token of the conversation does too: the key let a user in, and it is the
conversation that is closed or erased to put them out. Members of staff get no tickets, because they are not the user.
"""

import secrets
from uuid import UUID

from django.core import signing
from django.core.cache import cache

from conversations_app.credentials.refusal import BadCredential
from conversations_app.limits import TICKET_AGE

_SALT = "soni.socket-ticket"


def issue_ticket(conversation_id: UUID) -> str:
    """Goes into a socket's address, where logs may keep it: it works once, and only for a moment."""
    return signing.dumps([str(conversation_id), secrets.token_urlsafe(12)], salt=_SALT)


def redeem_ticket(ticket: str) -> UUID:
    try:
        conversation_id, nonce = signing.loads(ticket, salt=_SALT, max_age=TICKET_AGE)
    except signing.BadSignature as bad:
        raise BadCredential("The ticket is not valid, or has expired.", "ticket_invalid") from bad
    # `add` is atomic: of two sockets with the same ticket one gets in.
    if not cache.add(f"used-ticket:{nonce}", True, timeout=2 * TICKET_AGE.total_seconds()):
        raise BadCredential("The ticket has been used.", "ticket_invalid")
    return UUID(conversation_id)
