"""API keys, as they come in."""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from conversations_app.credentials.refusal import BadCredential
from conversations_app.limits import KEY_USE_NOTED_EVERY
from conversations_app.models import ApiKey
from conversations_app.models.api_key import digest
from conversations_app.prepared import Given, PreparedQuery

_key = PreparedQuery(lambda: ApiKey.objects.filter(digest=Given(ApiKey, "digest"), revoked_at=None).order_by())


def read_key(text: str) -> ApiKey:
    """The key of this text, whose use is noted. One statement, and at most once a minute another one."""
    key = _key.first(digest=digest(text))
    if key is None:
        raise BadCredential("The API key is unknown or revoked.", "api_key_invalid")
    now = timezone.now()
    if key.has_expired(now):
        raise BadCredential("The API key has expired.", "api_key_invalid")
    _note_use(key, now)
    return key


def _note_use(key: ApiKey, now: datetime) -> None:
    """The row that was just read says when it was last noted: nothing is asked or written while that is fresh."""
    stale = now - KEY_USE_NOTED_EVERY
    if key.last_used_at is not None and key.last_used_at > stale:
        return
    # One of several simultaneous requests writes.
    unnoted = Q(last_used_at=None) | Q(last_used_at__lte=stale)
    ApiKey.objects.filter(unnoted, pk=key.pk).update(last_used_at=now)
    key.last_used_at = now
