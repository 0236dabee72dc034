"""`make bench`, or `python -m tests.bench [--only NAME] [--write]`."""

import argparse
import os
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from tests.bench import report
from tests.bench.results import Result, Row
from tests.bench.world import SETTINGS, World
from tests.support.deployment import SECRET_KEY
from tests.support.services import fresh_database, postgresql, redis

# Which function measures what, in the order of the table. They are imported once Django is set up.
MEASUREMENTS = {
    "engine": "turns:engine",
    "rest": "turns:rest",
    "messages": "messages:measure",
    "steps": "steps:measure",
    "rounds": "rounds:measure",
    "flows": "flows:measure",
    "load": "load:measure",
    "informing": "informing:measure",
    "waiting": "waiting:measure",
    "flood": "flood:measure",
    "sockets": "sockets:measure",
    "publishing": "steps:publishing",
    "statements": "statements:measure",
}


def main() -> None:
    arguments = _arguments()
    started = time.monotonic()
    with _world() as world:
        results = [_measured(name, world) for name in arguments.only or MEASUREMENTS]
        report.print_growth(results)
        if arguments.write:
            _write(results, world)
    print(f"\n{time.monotonic() - started:.0f} s")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=MEASUREMENTS, help="one of the measurements; can be repeated"
    )
    parser.add_argument("--write", action="store_true", help="write the results into docs/performance.md")
    arguments = parser.parse_args()
    if arguments.write and arguments.only:
        parser.error("Only a whole run is written: its rows belong together.")
    return arguments


def _write(results: list[Result], world: World) -> None:
    if any(result.failed for result in results):
        sys.exit("Nothing is written: a measurement has failed.")
    report.write(results, world)


def _measured(name: str, world: World) -> Result:
    from django.utils.module_loading import import_string

    measure = import_string("tests.bench." + MEASUREMENTS[name].replace(":", "."))
    try:
        result: Result = measure(world)
    except Exception:  # noqa: BLE001  the other rows are worth having
        traceback.print_exc()
        result = Result([Row(name, "failed", "", met=False)], failed=True)
    report.print_rows(result.rows)
    return result


@contextmanager
def _world() -> Iterator[World]:
    """A database of its own on a real PostgreSQL, and a real Redis."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # thousands of sockets, here and in what is started
    with (
        postgresql() as server,
        fresh_database(server, f"bench_{uuid4().hex}") as database_url,
        redis() as redis_url,
        tempfile.TemporaryDirectory(prefix="soni-bench-") as directory,
        _django(database_url),
    ):
        yield World(database_url, redis_url, Path(directory))


@contextmanager
def _django(database_url: str) -> Iterator[None]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.update({**SETTINGS, "DATABASE_URL": database_url, "SECRET_KEY": SECRET_KEY})
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.support.locking import close_pools

    call_command("migrate", verbosity=0)
    try:
        yield
    finally:
        connections.close_all()
        close_pools()


if __name__ == "__main__":
    main()
