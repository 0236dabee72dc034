"""The whole test run (`make test`): starts PostgreSQL and Redis, then runs the tests on both databases, side by side.

Tests that ask no database, or start processes that bring their own, run only once. So many of these are about pages
that they go with the tests on PostgreSQL: then both sides take about as long.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

from tests.support.services import POSTGRESQL_URL, REDIS_URL, postgresql, redis


def main(arguments: list[str]) -> int:
    # A Redis for each: neither finds what the other has left there.
    with postgresql() as database_url, redis() as first, redis() as second, tempfile.TemporaryFile() as told:
        on_postgresql = {**_services(database_url, second), "DATABASE_URL": database_url}
        with _pytest([*arguments, "-m", "database and not processes or pages"], on_postgresql, told) as other:
            print("== Tests on SQLite, and those that start processes", flush=True)
            with _pytest([*arguments, "-m", "not pages"], _services(database_url, first)) as one:
                failed = one.wait()
            failed = other.wait() or failed
        print("== Tests on PostgreSQL and of pages, which ran at the same time", flush=True)
        _show(told)
    return failed


def _services(postgresql_url: str, redis_url: str) -> dict[str, str]:
    environment = {**os.environ, POSTGRESQL_URL: postgresql_url, REDIS_URL: redis_url}
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    return environment


@contextmanager
def _pytest(
    arguments: list[str], environment: Mapping[str, str], told: IO[bytes] | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    """Its output goes to `told`, or is seen at once."""
    running = subprocess.Popen([sys.executable, "-m", "pytest", *arguments], env=environment, stdout=told)
    try:
        yield running
    finally:
        if running.poll() is None:
            running.send_signal(signal.SIGINT)
            running.wait()


def _show(told: IO[bytes]) -> None:
    told.seek(0)
    sys.stdout.buffer.write(told.read())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
