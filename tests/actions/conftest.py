from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from flows_app.actions import http_action
from tests.outbound.loopback import LoopbackServer, loopback_server


@pytest.fixture
def server(settings: Settings) -> Iterator[LoopbackServer]:
    """Called by its address, as an operator would allow it."""
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with loopback_server() as running:
        yield running


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_action, "_FIRST_PAUSE", 0)
