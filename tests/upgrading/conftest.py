from collections.abc import Iterator

import pytest

from tests.upgrading.actions import registered_actions
from tests.upgrading.upgraded import Calls, KnownKeys, load_database


@pytest.fixture
def calls(transactional_db: None) -> Iterator[Calls]:
    """Loads the database of before; gives the actions that are called from then on."""
    load_database()
    known_keys = KnownKeys()
    calls = Calls(known_keys)
    with registered_actions(calls):
        yield calls
    known_keys.assert_unchanged()
