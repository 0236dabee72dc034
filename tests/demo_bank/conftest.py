from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import timezone

# A Wednesday.
NOW = datetime(2026, 6, 10, 9, 30, tzinfo=UTC)

# Without the demo its models can't even be imported.
collect_ignore_glob = [] if settings.SONI_DEMO else ["test_*.py"]


@pytest.fixture
def at_a_fixed_time(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Dates in what the bot says are the same every day."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return NOW
