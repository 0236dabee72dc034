"""Runs the measurements on a real PostgreSQL, in a database of their own."""

import os
from uuid import uuid4

from tests.support.services import fresh_database, postgresql


def main() -> None:
    with postgresql() as server, fresh_database(server, f"bench_{uuid4().hex}") as database_url:
        os.environ["DATABASE_URL"] = database_url
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        os.environ["LOG_LEVEL"] = "WARNING"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from tests.bench import flows, turns

        call_command("migrate", verbosity=0)
        turns.measure(database_url)
        flows.measure()
        connections.close_all()
        for connection in connections.all():
            connection.close_pool()


if __name__ == "__main__":
    main()
