from collections.abc import Iterator

import pytest

from tests.outbound.loopback import LoopbackServer, loopback_server


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with loopback_server() as running:
        yield running
