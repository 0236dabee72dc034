import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.processes import Server, embedded_server
from tests.support.services import postgresql, redis

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The platform in one process, with its demo bot."""
    directory = tmp_path_factory.mktemp("embedded")
    server = embedded_server(directory / "data", directory / "server.log")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Of each test its own: Playwright's loop would stand in the way of the ORM in tests that don't need it."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Needs Debian's chromium: apt-get install chromium")
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        stack.callback(launched.close)
        yield launched


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skips_forbidden(terminalreporter):
        terminalreporter.section("A test that must run was skipped", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """On CI nothing is optional: PostgreSQL, Redis and the browser are there, or the run fails."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == pytest.ExitCode.OK and _skips_forbidden(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _skips_forbidden(reporter: pytest.TerminalReporter) -> bool:
    return bool(os.environ.get("CI")) and bool(reporter.stats.get("skipped"))
