"""A conversation's own token: signed, not stored.

Its age counts from when it was issued, however much it is used. When the conversation is closed it still opens it, so
that what was said can be read; when the conversation is erased it opens nothing, because there is nothing to open.
"""

from uuid import UUID

from django.core import signing

from conversations_app.credentials.refusal import BadCredential
from conversations_app.limits import TOKEN_AGE
from conversations_app.models.api_key import KEY_PREFIX

_SALT = "soni.conversation-token"


def issue_token(conversation_id: UUID) -> str:
    """Opens this one conversation, until it is too old."""
    return signing.dumps(str(conversation_id), salt=_SALT)


def read_token(token: str) -> UUID:
    try:
        return UUID(signing.loads(token, salt=_SALT, max_age=TOKEN_AGE))
    except signing.BadSignature as bad:
        if token.startswith(KEY_PREFIX):
            raise BadCredential("This is an API key: send it as “Authorization: Api-Key …”.", "token_invalid") from bad
        raise BadCredential("The conversation token is not valid, or has expired.", "token_invalid") from bad
