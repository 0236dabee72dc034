"""Everything that the OpenAPI document says is asked of a running server, and so is what it forbids.

The key has every scope but `webhooks`: endpoints that are made up would be called, and tests call nobody outside.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT, Server, manage, standalone_server

pytestmark = pytest.mark.processes

SCOPES = ("inspect", "commands", "manage", "erase")

# The conversation that the document's examples are about.
EXAMPLE = """
from conversations_app.api.described.examples import ID
from conversations_app.models import Conversation
from conversations_app.verbs.posting import post_message
from flows_app.models import Bot
Conversation.objects.create(pk=ID, bot=Bot.objects.get(slug="greeter"))
post_message(ID, "hi")
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    directory = tmp_path_factory.mktemp("fuzzed")
    # A stream that ends soon, so that it can be waited for.
    settings = {"SONI_STREAM_SECONDS": "0.2", "SONI_RATE_LIMITS": "false", "SONI_UNDERSTANDING": "answers"}
    server = standalone_server(directory / "data", directory / "server.log", **settings)
    server.start()
    data = {"SONI_DATA_DIR": str(directory / "data")}
    scopes = [part for scope in SCOPES for part in ("--scope", scope)]
    key = manage(data, "create_api_key", "greeter", *scopes).split()[-1]
    manage(data, "shell", "--no-imports", "-c", EXAMPLE)
    yield server, key
    server.kill()


@pytest.mark.parametrize("thoroughly", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_the_api_is_as_it_is_described(server: tuple[Server, str], thoroughly: bool) -> None:
    """By the document's own examples; at night, by whatever it allows and forbids."""
    running, key = server
    asked = ("--max-examples", "10") if thoroughly else ("--phases", "examples")

    checked = subprocess.run(
        [
            *(Path(sys.executable).parent / "schemathesis", "--config-file", ROOT / "tests/api/schemathesis.toml"),
            *("run", f"{running.address}/api/v1/openapi.json", "--header", f"Authorization: Api-Key {key}"),
            *("--checks", "all", *asked, "--seed", "1", "--continue-on-failure", "--no-color"),
            *("--suppress-health-check", "all", "--request-timeout", "40", "--warnings", "off"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr + _faults(running)


def _faults(server: Server) -> str:
    """What the server said of errors of its own, if there were any."""
    return "\n".join(line for line in server.output().splitlines() if "Error" in line)[-5000:]
