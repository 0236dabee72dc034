import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from conversations_app.understanding.language_model import LanguageModelSettings
from tests.real_model.model import RealModel

ASKED_FOR = "real_model"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Only `-m real_model` runs these: whoever does not ask for them need not even have them skipped."""
    return None if config.option.markexpr == ASKED_FOR else True


@pytest.fixture(scope="session")
def real_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageModelSettings]:
    """It has read the instructions and the demonstrations: the first message takes no longer than others."""
    server = RealModel(tmp_path_factory.mktemp("real_model") / "server.log", os.environ.get("REAL_MODEL_THREADS", "1"))
    server.start()
    try:
        server.read_ahead()
        yield server.settings
    finally:
        server.stop()
