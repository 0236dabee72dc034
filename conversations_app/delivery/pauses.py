"""When to try again: later each time, and never all at once."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from random import SystemRandom

from conversations_app.limits import LONGEST_PAUSE, PAUSE_JITTER

_random = SystemRandom()


def pause_after(failures: int, pauses: Sequence[timedelta], asked_for: timedelta | None = None) -> timedelta | None:
    """Gives the pause after so many failures in a row; None after the last.

    A receiver may ask for more time, never for less.
    """
    if failures > len(pauses):
        return None
    pause = pauses[failures - 1] * (1 + _random.uniform(-PAUSE_JITTER, PAUSE_JITTER))
    return max(pause, min(asked_for or timedelta(0), LONGEST_PAUSE))


def retry_after(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Seconds or a date; whatever else it may be is no wish."""
    text = next((value for name, value in headers.items() if name.lower() == "retry-after"), "").strip()
    if text.isascii() and text.isdigit():
        return timedelta(seconds=min(int(text[:10]), LONGEST_PAUSE.total_seconds()))
    try:
        moment = parsedate_to_datetime(text)
        return max((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now, timedelta(0))
    except (ValueError, OverflowError):
        return None
