from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.editor.conftest import ana, bea, flow
from tests.outbound.loopback import LoopbackServer, loopback_server

__all__ = ["ana", "bea", "flow", "server"]


@pytest.fixture
def server(settings: Settings) -> Iterator[LoopbackServer]:
    """Called by its address, as an operator would allow it."""
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with loopback_server() as running:
        yield running
