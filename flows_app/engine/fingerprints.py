"""Fingerprints tell whether values are the same as before, without keeping them. They are keyed: a short secret could
be guessed from a plain hash. Fingerprints made with an older key, or by older code without one, still match.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

_LENGTH, _SHORT = 32, 16
# In front of what state version 1 noted, of what it showed or said.
V1 = "v1:"
_PURPOSE = "soni-platform.fingerprints.v1:"


@dataclass(frozen=True)
class Fingerprint:
    # As it is noted from now on.
    noted: str
    # All forms in which the same values may have been noted.
    forms: frozenset[str]

    def matches(self, noted: str) -> bool:
        return noted in self.forms


def fingerprint(values: Mapping[str, Any]) -> Fingerprint:
    """The same for the same values, whatever their order."""
    keys, written = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS), _written(values)
    keyed = [salted_hmac(_PURPOSE, written, key, algorithm="sha256").hexdigest()[:_LENGTH] for key in keys]
    return Fingerprint(keyed[0], frozenset((*keyed, plain_hash(values))))


def plain_hash(values: Mapping[str, Any]) -> str:
    """Gives the hash that older code noted for values."""
    return hashlib.sha256(_written(values)).hexdigest()[:_LENGTH]


def _written(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, sort_keys=True, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")


def digest(text: str) -> str:
    """Digests a text that was said, which may show a secret."""
    return fingerprint({"text": text}).noted[:_SHORT]


def is_digest_of(text: str, noted: str) -> bool:
    """Code of state version 1 noted a shorter, plain one, and at a message to be acknowledged none."""
    if noted.startswith(V1):
        return noted in (V1, V1 + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12])
    return any(form[:_SHORT] == noted for form in fingerprint({"text": text}).forms)
