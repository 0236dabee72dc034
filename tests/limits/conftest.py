from collections.abc import Iterator
from typing import Any

import pytest

from conversations_app.rate_limiting import in_redis, limiter


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow Redis is asked all the same: none of the tests is about that."""
    monkeypatch.setattr(in_redis, "ANSWER_SECONDS", 30)


@pytest.fixture
def limits(settings: Any) -> Iterator[dict[str, tuple[int, int, int]]]:
    """Switched on, with nothing taken yet; a test sets the ones that it is about, the others are far away."""
    settings.SONI_RATE_LIMITS = True
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (100_000, 60, 100_000))
    limiter._limiter.cache_clear()
    yield settings.RATE_LIMITS
    limiter._limiter.cache_clear()
