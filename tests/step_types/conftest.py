import importlib
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from flows_app.registry import registry

PLUGIN = "tests.step_types.plugin"


@pytest.fixture
def plugin() -> Iterator[ModuleType]:
    """Its types of step, as SONI_PLUGINS brings them when the platform starts; afterwards they are gone."""
    with registry.changed_for_a_while():
        sys.modules.pop(PLUGIN, None)
        yield importlib.import_module(PLUGIN)
