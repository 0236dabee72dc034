import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections
from playwright.sync_api import Browser

from tests.support.chromium import running_chromium
from tests.support.processes import Server, standalone_server
from tests.support.services import postgresql, redis


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """asgiref's thread, on which async tests ask the database, keeps its connection to the end. PostgreSQL drops no
    database that somebody is connected to."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture(scope="module")
def standalone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The platform in one process, with its demo bot."""
    directory = tmp_path_factory.mktemp("standalone")
    server = standalone_server(directory / "data", directory / "server.log")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Of each test its own: Playwright's loop would stand in the way of the ORM in tests that don't need it."""
    with running_chromium() as launched:
        yield launched


# Fixtures of pytest-django.
_DATABASE = {"db", "transactional_db", "django_db_serialized_rollback"}
_PAGES = [Path(__file__).parent / folder for folder in ("widget", "editor/browser")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if connection.vendor != "postgresql":
        _leave_out(config, items, "postgresql")
    for item in items:
        if any(folder in item.path.parents for folder in _PAGES):
            item.add_marker("pages")
        if item.get_closest_marker("django_db") or _DATABASE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("database")


def _leave_out(config: pytest.Config, items: list[pytest.Item], marker: str) -> None:
    """Not skipped: the whole run has them on the other side."""
    left_out = [item for item in items if item.get_closest_marker(marker)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skips_forbidden(terminalreporter):
        terminalreporter.section("A test that must run was skipped", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """On CI nothing is optional: PostgreSQL, Redis and the browser are there, or the run fails."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    assert isinstance(reporter, pytest.TerminalReporter)
    if exitstatus == pytest.ExitCode.OK and _skips_forbidden(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _skips_forbidden(reporter: pytest.TerminalReporter) -> bool:
    return bool(os.environ.get("CI")) and bool(reporter.stats.get("skipped"))
