from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Called by its address, as an operator would allow it."""
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with receiving() as running:
        yield running


@pytest.fixture
def bot() -> Bot:
    return make_bot()
