"""Tickets for a conversation's socket.

A ticket stands for the conversation's own user, no matter which credential asked for it. So a socket that it opened
lives on when the API key that asked is revoked or expires, as the token of the conversation does too: the key let a
user in, and it is the conversation that is closed or erased to put them out. Members of staff get no tickets, because
they are not the user.
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
    nonce = secrets.token_urlsafe(12)
    # The cache tells how old it is: the clocks of the machines that issue and redeem it may differ by more.
    cache.set(_key(nonce), True, timeout=TICKET_AGE.total_seconds())
    return signing.dumps([str(conversation_id), nonce], salt=_SALT)


def redeem_ticket(ticket: str) -> UUID:
    try:
        conversation_id, nonce = signing.loads(ticket, salt=_SALT)
    except signing.BadSignature as bad:
        raise BadCredential("The ticket is not valid.", "ticket_invalid") from bad
    # `delete` is atomic: of two sockets with the same ticket one gets in. In memory, it finds what has expired, too.
    if not (cache.get(_key(nonce)) and cache.delete(_key(nonce))):
        raise BadCredential("The ticket has expired, or has been used.", "ticket_invalid")
    return UUID(conversation_id)


def _key(nonce: str) -> str:
    return f"ticket:{nonce}"
