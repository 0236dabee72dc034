from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command

from tests.access.world import World


@pytest.fixture
def _django_db_helper(django_db_setup: None) -> None:
    """pytest-django's own would empty the database after each test, of which there are a thousand."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One for all requests of a module: those that change something get something of their own to change."""
    with django_db_blocker.unblock():
        try:
            yield World()
        finally:
            # Ids are not used again: what was compiled of a flow version is kept for as long as the process lives.
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
