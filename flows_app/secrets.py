"""Short texts, such as an API token, that are stored encrypted. The keys come from SECRET_KEY and its fallbacks.

To rotate: put the old key into SECRET_KEY_FALLBACKS, save what is stored (`renewed` brings it under the new key), and
take the old key away.
"""

from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext

# Part of the key: SECRET_KEY also signs sessions and tokens, and no two uses may share a key.
_PURPOSE = b"soni-platform.stored-secrets.v1"

# In place of a value that nobody has entered yet. No key opens it, so an HTTP action refuses to be called instead of
# being sent without what should prove who is calling; and the name is there when the bot is exported.
NOT_ENTERED = ""


class SecretUnreadable(Exception):
    """None of the keys opens it: it was encrypted under a key that is gone, or was changed."""


def encrypt(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode("ascii")


def decrypt(stored: str) -> str:
    try:
        return _fernet().decrypt(stored.encode()).decode()
    except InvalidToken:
        raise SecretUnreadable(gettext("The stored secret can't be read: enter it again.")) from None


def renewed(stored: str) -> str:
    """The same secret under the newest key."""
    try:
        return _fernet().rotate(stored.encode()).decode("ascii")
    except InvalidToken:
        raise SecretUnreadable(gettext("The stored secret can't be read: enter it again.")) from None


def _fernet() -> MultiFernet:
    return _fernet_of((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=4)
def _fernet_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(urlsafe_b64encode(_derived(key))) for key in keys])


def _derived(key: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
