"""Staff by the session of the admin. Read here: neither the API nor the socket goes through Django's middleware."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import User
from django.utils.crypto import constant_time_compare

from flows_app.plain_json import storable_text


def session_key_in(cookies: Mapping[str, str]) -> str | None:
    """None too if it is one that the database could not even be asked for."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    return key if key and storable_text(key) else None


def staff_of_session(session_key: str) -> User | None:
    """The active member of staff who is logged in by this session.

    It only looks. Django's own `get_user` would renew or delete the session, and here no cookie could follow.
    """
    session = _load(session_key)
    user = _user(session)
    if user is None or not (user.is_active and user.is_staff):
        return None
    return user if _made_with_their_password(session, user) else None


def _load(session_key: str) -> dict[str, Any]:
    """Empty if there is none, or if it has expired."""
    engine = import_module(settings.SESSION_ENGINE)
    loaded: dict[str, Any] = engine.SessionStore(session_key).load()
    return loaded


def _user(session: Mapping[str, Any]) -> User | None:
    backend = session.get(BACKEND_SESSION_KEY)
    if SESSION_KEY not in session or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    user: User | None = load_backend(backend).get_user(User._meta.pk.to_python(session[SESSION_KEY]))
    return user


def _made_with_their_password(session: Mapping[str, Any], user: User) -> bool:
    """A new password ends the sessions of the old one."""
    stored = session.get(HASH_SESSION_KEY, "")
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(stored, accepted) for accepted in hashes)
