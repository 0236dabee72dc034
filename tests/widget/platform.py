"""The platform as a host site needs it: the bots of these tests, which that site may talk to."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.processes import Server, manage, standalone_server
from tests.widget.host import HostSite

BOTS = Path(__file__).parent / "bots"


class Platform:
    def __init__(self, directory: Path):
        # The demo bank is to understand what visitors say, as it does for an operator.
        understanding = {"SONI_UNDERSTANDING": "embedded"}
        self._settings = {"SONI_DATA_DIR": str(directory / "data"), **understanding}
        log = directory / "server.log"
        self.server: Server = standalone_server(directory / "data", log, SONI_RATE_LIMITS="false", **understanding)
        self._keys: dict[str, str] = {}

    @property
    def address(self) -> str:
        return self.server.address

    def tag(self, bot: str, **options: str) -> str:
        """`data_mode="inline"` becomes `data-mode="inline"`."""
        data = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in options.items())
        return f'<script src="{self.address}/widget.js" data-bot="{bot}"{data} async></script>'

    @property
    def password(self) -> str:
        """Of the user `admin`."""
        return (Path(self._settings["SONI_DATA_DIR"]) / "admin-password").read_text().strip()

    def prepare(self, site: HostSite) -> None:
        for bot in sorted(BOTS.glob("*.yaml")):
            manage(self._settings, "import_bot", str(bot), "--publish")
        allow = f"from flows_app.models import Bot; Bot.objects.update(allowed_origins=[{site.address!r}])"
        manage(self._settings, "shell", "--no-imports", "-c", allow)

    def key(self, bot: str) -> str:
        if bot not in self._keys:
            made = manage(self._settings, "create_api_key", bot, "--scope", "manage", "--scope", "erase")
            self._keys[bot] = made.splitlines()[-1]
        return self._keys[bot]

    def post(self, bot: str, conversation: str, verb: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """As the system of the bot's owner."""
        headers = {"Authorization": f"Api-Key {self.key(bot)}"}
        address = f"{self.address}/api/v1/conversations/{conversation}/{verb}"
        response = httpx.post(address, headers=headers, json=body or {}, timeout=60)
        response.raise_for_status()
        return response

    def messages(self, bot: str, conversation: str) -> list[dict[str, Any]]:
        headers = {"Authorization": f"Api-Key {self.key(bot)}"}
        found = httpx.get(
            f"{self.address}/api/v1/conversations/{conversation}/messages?limit=100", headers=headers, timeout=60
        )
        results: list[dict[str, Any]] = found.json()["results"]
        return results


@contextmanager
def running_platform(directory: Path, site: HostSite) -> Iterator[Platform]:
    platform = Platform(directory)
    platform.server.start()
    try:
        platform.prepare(site)
        yield platform
    finally:
        platform.server.kill()
