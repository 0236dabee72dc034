import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections
from playwright.sync_api import Browser

from tests.support.chromium import running_chromium
from tests.support.lanes import LANE, NIGHTLY, PLAN, RECORD, Recorder, is_on_both_databases, lanes_of, write_plan
from tests.support.one_transaction import one_transaction
from tests.support.processes import Server, standalone_server
from tests.support.services import postgresql, redis


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """asgiref's thread, on which async tests ask the database, keeps its connection to the end. PostgreSQL drops no
    database that somebody is connected to."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def _threads_share_the_transaction(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test that is rolled back may use the product's threads, and their commits count."""
    if _has_own_connections(request.node) or not request.node.get_closest_marker("database"):
        yield
        return
    request.getfixturevalue("db")
    with one_transaction():
        yield


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture(scope="session")
def standalone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The platform in one process, with its demo bot: for all tests that talk to it in conversations of their own."""
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


_TESTS = Path(__file__).parent
# Fixtures of pytest-django.
_DATABASE = {"db", "transactional_db", "django_db_serialized_rollback"}
_PAGES = [_TESTS / folder for folder in ("widget", "editor/browser")]


def pytest_configure(config: pytest.Config) -> None:
    if RECORD in os.environ:
        config.pluginmanager.register(Recorder())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _mark(item)
    if NIGHTLY not in os.environ:
        _keep(config, items, lambda item: not item.get_closest_marker("nightly"))
    if PLAN in os.environ:
        write_plan(items)
        return
    if lane := os.environ.get(LANE):
        _keep(config, items, lambda item: lane in lanes_of(item))
    if connection.vendor != "postgresql":
        _keep(config, items, lambda item: not item.get_closest_marker("postgresql"))


def _mark(item: pytest.Item) -> None:
    if any(folder in item.path.parents for folder in _PAGES):
        item.add_marker("pages")
    if item.get_closest_marker("django_db") or _DATABASE.intersection(getattr(item, "fixturenames", ())):
        item.add_marker("database")
        if _has_own_connections(item) or is_on_both_databases(item.path):
            item.add_marker("both_databases")


def _has_own_connections(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    return bool(marked and marked.kwargs.get("transaction")) or "transactional_db" in getattr(item, "fixturenames", ())


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], object]) -> None:
    """Leaves out the others, which are not skipped: they have their place in another lane, or at night."""
    left_out = [item for item in items if not wanted(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if wanted(item)]


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
