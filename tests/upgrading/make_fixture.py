"""Writes state_version_1.json: a database as it was before the state's version 2, with conversations under way.

It was run on the code of state version 1, and can't be run on any other:

    python -m tests.upgrading.make_fixture > tests/upgrading/state_version_1.json

Each conversation has its name in `user_ref`; standing.py tells what has happened in it.
"""

import os

import django
from django.core.management import call_command


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.pop("DATABASE_URL", None)
    django.setup()
    call_command("migrate", verbosity=0)

    from tests.upgrading.dumping import dump

    print(dump())


if __name__ == "__main__":
    main()
