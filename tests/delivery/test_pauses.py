from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from conversations_app.delivery.pauses import pause_after, retry_after
from conversations_app.limits import LONGEST_PAUSE, PAUSE_JITTER, WEBHOOK_PAUSES

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("failures", range(1, len(WEBHOOK_PAUSES) + 1))
def test_pauses_grow_and_are_never_all_the_same(failures: int) -> None:
    planned = WEBHOOK_PAUSES[failures - 1]
    pauses = {pause_after(failures, WEBHOOK_PAUSES) for _ in range(50)}

    assert all(abs(pause - planned) <= planned * PAUSE_JITTER for pause in pauses if pause)
    assert None not in pauses
    assert len(pauses) > 1


def test_after_the_last_one_there_is_none() -> None:
    assert pause_after(len(WEBHOOK_PAUSES) + 1, WEBHOOK_PAUSES) is None
    assert pause_after(len(WEBHOOK_PAUSES) + 1, WEBHOOK_PAUSES, timedelta(hours=1)) is None


def test_who_asks_for_more_time_gets_it_within_bounds() -> None:
    assert pause_after(1, WEBHOOK_PAUSES, timedelta(hours=3)) == timedelta(hours=3)
    assert pause_after(1, WEBHOOK_PAUSES, timedelta(days=300)) == LONGEST_PAUSE
    less = pause_after(3, WEBHOOK_PAUSES, timedelta(seconds=1))
    assert less is not None
    assert less > timedelta(minutes=20)


@pytest.mark.parametrize(
    ("value", "wish"),
    [
        ("120", timedelta(minutes=2)),
        (" 0 ", timedelta(0)),
        ("9" * 50, LONGEST_PAUSE),
        ("Mon, 01 Jan 2024 00:00:00 +99999999999999999999", None),
        (format_datetime(NOW + timedelta(hours=1), usegmt=True), timedelta(hours=1)),
        (format_datetime(NOW - timedelta(hours=1), usegmt=True), timedelta(0)),
        ("Mon, 16 Nov 2026 13:00:00 -0000", timedelta(hours=1)),
        ("-5", None),
        ("1.5", None),
        ("soon", None),
        ("", None),
        ("²", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, wish: timedelta | None) -> None:
    assert retry_after({"Retry-After": value}, NOW) == wish


def test_without_the_header_there_is_no_wish() -> None:
    assert retry_after({}, NOW) is None
