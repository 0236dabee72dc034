"""The whole test run (`make test`): starts PostgreSQL and Redis once, then runs the tests on both databases.

Tests that start processes of their own bring their own database, so they run only once.
"""

import os
import subprocess
import sys

from tests.support.services import POSTGRESQL_URL, REDIS_URL, postgresql, redis


def main(arguments: list[str]) -> int:
    with postgresql() as postgresql_url, redis() as redis_url:
        services = {**os.environ, POSTGRESQL_URL: postgresql_url, REDIS_URL: redis_url}
        services.pop("DATABASE_URL", None)
        services.pop("REDIS_URL", None)
        print("== Tests on SQLite, and those that start processes", flush=True)
        on_sqlite = _pytest(arguments, services)
        print("== Tests on PostgreSQL", flush=True)
        on_postgresql = _pytest([*arguments, "-m", "not processes"], {**services, "DATABASE_URL": postgresql_url})
    return on_sqlite or on_postgresql


def _pytest(arguments: list[str], environment: dict[str, str]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
