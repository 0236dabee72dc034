import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from flows_app.registry import registry

PLUGIN = "tests.support.iban_plugin"


@pytest.fixture
def iban_plugin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The platform as it is with SONI_PLUGINS naming the plugin, which registers by being imported."""
    monkeypatch.delitem(sys.modules, PLUGIN, raising=False)
    with registry.changed_for_a_while():
        import_module(PLUGIN)
        yield
