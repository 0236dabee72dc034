from collections.abc import Iterator

import pytest

from flows_app.models import Flow
from flows_app.registry import registry
from tests.simulator.simulating import Browser, make_pay_flow, paid, register_pay


@pytest.fixture
def pay() -> Iterator[Flow]:
    with registry.changed_for_a_while():
        register_pay()
        paid.clear()
        yield make_pay_flow()


@pytest.fixture
def browser(pay: Flow) -> Browser:
    return Browser(pay)
