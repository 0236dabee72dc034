from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.processes import Server, manage, standalone_server

BANK = "demo-bank"
# A bot that was just published still learns to tell its flows apart: what it understands meanwhile is not shown.
IS_FITTED = """
from flows_app.models import Bot
from tests.support.waiting import wait_until
fitted = Bot.objects.filter(slug="demo-bank", catalogue__fitted_at__isnull=False)
wait_until(fitted.exists, "the bank's bot has learnt its flows")
"""


@dataclass(frozen=True)
class Platform:
    """As `make run` starts it, with the demo bank."""

    server: Server
    data_dir: Path

    def manage(self, *arguments: str) -> str:
        return manage({"SONI_DATA_DIR": str(self.data_dir)}, *arguments)

    def key(self, *scopes: str) -> str:
        asked = [part for scope in scopes for part in ("--scope", scope)]
        return self.manage("create_api_key", BANK, *asked).strip().splitlines()[-1]


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    directory = tmp_path_factory.mktemp("platform")
    # What the test run has set for itself is set back; webhooks of the tests go to this machine.
    settings = {"SONI_UNDERSTANDING": "embedded", "SONI_RATE_LIMITS": "true", "OUTBOUND_ALLOWED_PRIVATE": "127.0.0.1"}
    server = standalone_server(directory / "data", directory / "server.log", **settings)
    server.start()
    platform = Platform(server, directory / "data")
    platform.manage("shell", "--no-imports", "-c", IS_FITTED)
    yield platform
    server.kill()
