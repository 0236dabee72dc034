"""What has expired is deleted by a task; what still counts stays."""

import time
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.utils import timezone

from soniplatform.celery import app
from soniplatform.expiring import clear_expired
from soniplatform.standalone.cache import StandaloneCache

pytestmark = pytest.mark.django_db


def session(seconds: int) -> str:
    store = SessionStore()
    store.set_expiry(seconds)
    store.create()
    return str(store.session_key)


def failure(name: str, age: timedelta) -> int:
    attempt = AccessAttempt.objects.create(username=name, ip_address="1.2.3.4", failures_since_start=1)
    AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=timezone.now() - age)
    return int(attempt.pk)


def test_sessions_that_have_ended_are_deleted() -> None:
    session(-60)
    lasting = session(60)

    clear_expired()

    assert [*Session.objects.values_list("pk", flat=True)] == [lasting]


def test_failed_logins_that_no_longer_count_are_deleted() -> None:
    failure("ana", settings.AXES_COOLOFF_TIME + timedelta(seconds=1))
    counting = failure("ben", settings.AXES_COOLOFF_TIME - timedelta(minutes=1))

    clear_expired()

    assert [*AccessAttempt.objects.values_list("pk", flat=True)] == [counting]


def test_standalone_the_cache_forgets_what_has_expired() -> None:
    cache = caches["default"]
    assert isinstance(cache, StandaloneCache)
    cache.clear()
    cache.add("used", True, timeout=0.01)
    cache.add("counting", True, timeout=600)
    cache.add("lasting", True, timeout=None)
    time.sleep(0.05)

    clear_expired()

    assert {key.rpartition(":")[2] for key in vars(cache)["_cache"]} == {"counting", "lasting"}


def test_beat_asks_for_it_and_workers_know_how() -> None:
    asked = {entry["task"] for entry in app.conf.beat_schedule.values()}
    app.loader.import_default_modules()

    assert asked <= set(app.tasks)
    assert "soniplatform.tasks.clear_expired" in asked
