from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from flows_app.models import Bot
from tests.channels.guests import Guest
from tests.channels.provider import SECRET, Provider, providing
from tests.support.pizzeria import make_pizzeria


@pytest.fixture
def provider(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Called by its address, as an operator would allow it."""
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with providing() as running:
        monkeypatch.setenv("POSTCARDS_URL", running.url)
        monkeypatch.setenv("POSTCARDS_SECRET", SECRET)
        yield running


@pytest.fixture
def bot() -> Bot:
    return make_pizzeria()


@pytest.fixture
def guest(bot: Bot, provider: Provider) -> Guest:
    return Guest(bot, provider)
