from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.access.asking import begin_anew
from tests.access.world import World
from tests.support.one_transaction import one_transaction


@pytest.fixture
def _django_db_helper(django_db_setup: None) -> None:
    """pytest-django's own would begin anew for each test, of which there are a thousand."""


@pytest.fixture
def _threads_share_the_transaction() -> None:
    """That of the world, which is there for longer than a test."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One for all requests of a module: those that change something get something of their own to change."""
    with django_db_blocker.unblock(), transaction.atomic():
        with one_transaction():
            yield World()
            begin_anew()
        transaction.set_rollback(True)
