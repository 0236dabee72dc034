"""Secrets and signatures as Standard Webhooks has them: `whsec_` and base64; HMAC-SHA256 of id, time and body."""

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence

from conversations_app.models import WebhookEndpoint
from flows_app.secrets import decrypt

_PREFIX = "whsec_"
_KEY_BYTES = 32


def new_secret() -> str:
    return _PREFIX + b64encode(secrets.token_bytes(_KEY_BYTES)).decode("ascii")


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    key = b64decode(secret.removeprefix(_PREFIX))
    signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{b64encode(signed).decode('ascii')}"


def signatures(keys: Sequence[str], message_id: str, timestamp: int, body: bytes) -> str:
    """One for each secret: a receiver accepts what it finds its own among."""
    return " ".join(signature(key, message_id, timestamp, body) for key in keys)


def secrets_of(endpoint: WebhookEndpoint) -> list[str]:
    """The new one first. Raises SecretUnreadable if it was encrypted under a key that is gone."""
    stored = [endpoint.secret, *([endpoint.old_secret] if endpoint.old_secret_signs else [])]
    return [decrypt(secret) for secret in stored]
