import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from flows_app.registry import registry
from soniplatform.observing.log_lines import common_processors, rendering


class Lines:
    """What is logged, as a deployment writes it."""

    def __init__(self) -> None:
        self._stream = io.StringIO()
        self.handler = logging.StreamHandler(self._stream)
        self.handler.setFormatter(
            structlog.stdlib.ProcessorFormatter(
                foreign_pre_chain=common_processors("iso"), processors=rendering(as_json=True)
            )
        )

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(json.loads, self.text.splitlines())

    def of(self, event: str) -> dict[str, Any]:
        """The one line that begins so."""
        (line,) = [line for line in self if line["event"].startswith(event)]
        return line


@pytest.fixture
def lines() -> Iterator[Lines]:
    kept = Lines()
    logging.getLogger().addHandler(kept.handler)
    yield kept
    logging.getLogger().removeHandler(kept.handler)


@pytest.fixture
def _own_registry() -> Iterator[None]:
    with registry.changed_for_a_while():
        yield
