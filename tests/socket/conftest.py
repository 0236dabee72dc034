from collections.abc import Iterator

import pytest

from tests.support.client import ApiClient
from tests.support.pizzeria import pizzeria_server
from tests.support.processes import Server


@pytest.fixture(scope="module")
def pizzeria(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pizzeria_server(tmp_path_factory.mktemp("pizzeria")) as running:
        yield running


@pytest.fixture
def customer(pizzeria: Server) -> ApiClient:
    return ApiClient(pizzeria.address, "pizzeria")
