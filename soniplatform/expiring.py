"""Deletes expired rows, which count for nothing any more: sessions of staff, failed logins, used tickets."""

from importlib import import_module

from axes.models import AccessAttempt
from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from soniplatform.standalone.cache import StandaloneCache


def clear_expired() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    counting = max(settings.AXES_COOLOFF_TIME, settings.LOGIN_NAME_LOCKED)
    AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - counting).delete()
    cache = caches["default"]
    if isinstance(cache, StandaloneCache):
        cache.clear_expired()
