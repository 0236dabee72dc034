"""Whether an end user is who the host's site says: by a hash that only the site's server can make.

`user_hash` is the HMAC-SHA256 of `user_ref` under the bot's identity secret, in hexadecimal.
"""

import hashlib
import hmac

from conversations_app.refusals import Refused
from flows_app.identity_secrets import secrets_of
from flows_app.models import Bot


class IdentityRefused(Refused):
    """Refusal of a user_ref that is not proven; no conversation is started."""


def identity_verified(bot: Bot, user_ref: str, user_hash: str, *, trusted: bool) -> bool:
    """Tells whether it is known to be this user. `trusted` is another system with a key: its word is enough.

    A hash is always checked, also of a trusted system. An empty user_ref needs no proof.
    """
    if user_hash:
        if not user_ref or not _made_by_the_host(bot, user_ref, user_hash):
            raise IdentityRefused("identity_invalid", "“user_hash” does not prove this “user_ref”.")
        return True
    if not user_ref:
        return False
    if not trusted and bot.requires_verified_users:
        raise IdentityRefused("identity_not_verified", "This bot takes a “user_ref” only with its “user_hash”.")
    return trusted


def user_hash_of(user_ref: str, secret: str) -> str:
    return hmac.new(secret.encode(), user_ref.encode(), hashlib.sha256).hexdigest()


def _made_by_the_host(bot: Bot, user_ref: str, user_hash: str) -> bool:
    """By any of the secrets: there are two while one takes the other's place."""
    given = user_hash.strip().lower().encode()
    expected = [user_hash_of(user_ref, secret).encode() for secret in secrets_of(bot.pk)]
    return any(hmac.compare_digest(given, right) for right in expected)
