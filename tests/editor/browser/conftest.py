"""One server for all tests of the editor in the browser, and authors who are logged in to it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.editor.browser.author import BOT, Author
from tests.stories.browsing import log_in
from tests.support.chromium import running_chromium
from tests.support.processes import Server, manage, standalone_server

SECOND = "bea"
VIEWER = "vera"
PASSWORD = "a-long-password"
MAKE_VIEWER = """
from flows_app.models import Bot
from tests.support.people import person
vera = person({name!r}, viewer=Bot.objects.get(name={bot!r}))
vera.set_password({password!r})
vera.save()
"""
# Desktop; tests of narrower screens say so.
VIEWPORT: ViewportSize = {"width": 1440, "height": 900}

NewAuthor = Callable[..., Author]


class Studio:
    """The platform, and who may log in."""

    def __init__(self, server: Server, settings: dict[str, str]):
        self.server = server
        self._settings = settings
        found = re.search(r"user admin, password (\S+)", server.output())
        assert found, server.output()
        self.passwords = {"admin": found.group(1), SECOND: PASSWORD, VIEWER: PASSWORD}

    def shell(self, script: str) -> str:
        return manage(self._settings, "shell", "-c", script)


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    directory = tmp_path_factory.mktemp("studio")
    data = directory / "data"
    server = standalone_server(
        data,
        directory / "server.log",
        SONI_RATE_LIMITS="false",
        OUTBOUND_ALLOWED_PRIVATE="127.0.0.1",
        SONI_COMMAND_HANDLERS="tests.support.example_commands.VoucherHandler",
        SONI_PLUGINS="tests.support.iban_plugin",
    )
    try:
        server.start()
        settings = {"SONI_DATA_DIR": str(data), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
        manage(settings, "createsuperuser", "--noinput", "--username", SECOND, "--email", "bea@example.org")
        manage(settings, "shell", "-c", MAKE_VIEWER.format(name=VIEWER, bot=BOT, password=PASSWORD))
        yield Studio(server, settings)
    finally:
        server.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """None of these tests asks the ORM, so one browser serves them all."""
    with running_chromium() as launched:
        yield launched


@pytest.fixture
def new_author(studio: Studio, chromium: Browser) -> Iterator[NewAuthor]:
    """`new_author("bea", viewport=...)`: each with a browser profile of their own."""
    contexts: list[BrowserContext] = []

    def make(name: str = "admin", **options: object) -> Author:
        # Cards that scroll into view do so at once: what is pressed next stands still.
        settings: dict[str, Any] = {"viewport": VIEWPORT, "reduced_motion": "reduce", **options}
        context: BrowserContext = chromium.new_context(**settings)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        log_in(page, studio.server.address, name, studio.passwords[name])
        return Author(page, studio.server.address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def author(new_author: NewAuthor) -> Author:
    return new_author()
