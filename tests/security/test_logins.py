"""Guessing a member of staff's password, on the real login page."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client

pytestmark = pytest.mark.django_db

GUESS = "guess"
PASSWORD = "correct horse battery staple"


@pytest.fixture(autouse=True)
def boss() -> User:
    return User.objects.create_superuser("boss", password=PASSWORD)


def log_in(name: str = "boss", password: str = GUESS, address: str = "1.2.3.4", **headers: str) -> Any:
    return Client().post(
        "/admin/login/?next=/admin/", {"username": name, "password": password}, headers=headers, REMOTE_ADDR=address
    )


def is_in(response: Any) -> bool:
    return bool(response.status_code == 302)


def test_five_failures_lock_a_name_at_an_address_out() -> None:
    tried = [log_in().status_code for _ in range(5)]

    assert tried == [200, 200, 200, 200, 429]
    locked = log_in(password=PASSWORD)
    assert locked.status_code == 429
    assert "Too many attempts to log in" in locked.content.decode()
    assert "15 minutes" in locked.content.decode()
    assert locked["Retry-After"] == "900"


def test_others_get_in_meanwhile() -> None:
    User.objects.create_superuser("second", password=PASSWORD)
    for _ in range(6):
        log_in()

    assert is_in(log_in("second", PASSWORD))
    assert is_in(log_in("boss", PASSWORD, address="5.6.7.8"))


@pytest.mark.parametrize("limit", ["LOGIN_FAILURES_BY_ADDRESS", "LOGIN_FAILURES_BY_NAME"])
def test_a_limit_of_zero_is_none(settings: Any, limit: str) -> None:
    setattr(settings, limit, 0)

    assert [log_in().status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_a_success_wipes_the_slate() -> None:
    for _ in range(4):
        log_in()
    assert is_in(log_in(password=PASSWORD))

    assert [log_in().status_code for _ in range(4)] == [200] * 4
    assert is_in(log_in(password=PASSWORD))


def test_many_names_lock_the_address_out() -> None:
    tried = [log_in(f"name{number}").status_code for number in range(50)]

    assert tried == [200] * 49 + [429]
    assert log_in("boss", PASSWORD).status_code == 429
    assert is_in(log_in("boss", PASSWORD, address="5.6.7.8"))


def test_many_addresses_lock_the_name_out_for_a_few_minutes(settings: Any) -> None:
    settings.LOGIN_FAILURES_BY_NAME = 10
    User.objects.create_superuser("second", password=PASSWORD)

    tried = [log_in(address=f"1.2.3.{number}").status_code for number in range(10)]

    assert tried == [200] * 9 + [429]
    assert log_in("boss", PASSWORD, address="5.6.7.8").status_code == 429
    assert is_in(log_in("second", PASSWORD, address="1.2.3.1"))
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=6))
    assert is_in(log_in("boss", PASSWORD, address="5.6.7.8"))


def test_without_an_address_failures_count_together() -> None:
    """A socket of this machine has none, and neither has one that the server took from a header."""
    assert [log_in(address="").status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_after_a_while_one_may_try_again() -> None:
    for _ in range(5):
        log_in()
    for attempt in AccessAttempt.objects.all():
        attempt.attempt_time -= timedelta(minutes=16)
        attempt.save()

    assert is_in(log_in(password=PASSWORD))


def test_whoever_is_locked_out_does_not_make_it_longer() -> None:
    for _ in range(5):
        log_in()
    locked_at = AccessAttempt.objects.get().attempt_time

    log_in()

    assert AccessAttempt.objects.get().attempt_time == locked_at


def test_the_address_is_not_what_a_client_says(settings: Any) -> None:
    tried = [log_in(**{"X-Forwarded-For": f"9.9.9.{number}"}).status_code for number in range(5)]
    assert tried[-1] == 429

    settings.TRUSTED_PROXIES = 1
    assert is_in(log_in(password=PASSWORD, **{"X-Forwarded-For": "9.9.9.9"}))


def test_nothing_secret_is_kept_of_a_failure() -> None:
    log_in(password="my real password, mistyped")
    log_in(password="my real password, mistyped")

    kept = AccessAttempt.objects.get()

    assert "mistyped" not in f"{kept.post_data}{kept.get_data}"
